import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

/** How long any operation waits for a server before it fails. */
const SERVER_DEADLINE_MS = 5_000;

/** Opens the connection that all repositories share. */
@Module({})
export class MongoModule {
  /** Connects in the background: a database that is away shows in readiness, not as a dead boot. */
  static forRoot(url: string): DynamicModule {
    return {
      module: MongoModule,
      imports: [
        MongooseModule.forRoot(url, {
          lazyConnection: true,
          appName: 'tributary',
          serverSelectionTimeoutMS: SERVER_DEADLINE_MS,
          connectTimeoutMS: SERVER_DEADLINE_MS,
          socketTimeoutMS: 60_000,
        }),
      ],
    };
  }
}
