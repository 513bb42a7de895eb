import { type DynamicModule, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { getConnectionToken, InjectConnection } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { closeMongo, connectMongo } from './connect-mongo';

/** Makes one shared MongoDB connection available to every `MongooseModule.forFeature`. */
@Module({})
export class MongoModule implements OnApplicationShutdown {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** Connects to the MongoDB at a URL. */
  static forRoot(url: string): DynamicModule {
    return {
      module: MongoModule,
      global: true,
      providers: [
        {
          provide: getConnectionToken(),
          useFactory: () => connectMongo(url, new Logger(MongoModule.name)),
        },
      ],
      exports: [getConnectionToken()],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await closeMongo(this.connection);
  }
}
