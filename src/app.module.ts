import { type DynamicModule, Module } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { CryptoModule, LifecycleModule, ThrottlingModule } from '@tributary/common';
import { ConfigModule, type Environment } from '@tributary/config';
import { MongoModule, MongoProbe } from '@tributary/mongo';
import { RedisModule, RedisProbe } from '@tributary/redis';
import { AuthModule } from './auth/auth.module';
import { InternalModule } from './internal/internal.module';
import { OperationsModule } from './operations/operations.module';

/** Where the product's own routes are; health and metrics stand beside it. */
const API_PATH = 'api/v1';

/** An environment in which every backend has its address. */
export type AppEnvironment = Environment & {
  readonly MONGODB_URL: string;
  readonly REDIS_URL: string;
};

type Modules = NonNullable<DynamicModule['imports']>;

/** Which modules make up a process, by its role. */
@Module({})
export class AppModule {
  static forRole(environment: AppEnvironment): DynamicModule {
    const { ROLE } = environment;
    return {
      module: AppModule,
      imports: [
        ...backends(environment),
        ...(ROLE === 'worker' ? [] : controllers()),
        ...(ROLE === 'api' ? [] : processors()),
      ],
    };
  }
}

function backends(environment: AppEnvironment): Modules {
  const { MONGODB_URL, REDIS_URL } = environment;
  return [
    ConfigModule.forRoot(environment),
    CryptoModule,
    LifecycleModule,
    RedisModule.forRoot(REDIS_URL),
    MongoModule.forRoot(MONGODB_URL),
    OperationsModule.forProbes([MongoProbe, RedisProbe]),
  ];
}

/** What answers requests: only in roles api and all. */
function controllers(): Modules {
  return [
    // Guards run in the order of these lines: throttling comes before any work on a token.
    ThrottlingModule,
    AuthModule,
    InternalModule,
    RouterModule.register([{ path: API_PATH, children: [AuthModule, InternalModule] }]),
  ];
}

/** What works on runs: only in roles worker and all. */
function processors(): Modules {
  return [];
}
