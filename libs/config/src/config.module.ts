import { type DynamicModule, Module } from '@nestjs/common';
import { type Environment } from './define-variables';

/** The checked environment, injectable by this class. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the class is the injection token, the interface its content
export abstract class Config {}
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging, typescript/no-empty-object-type -- see above
export interface Config extends Environment {}

/** Makes {@link Config} available everywhere. */
@Module({})
export class ConfigModule {
  /** Provides an environment that was loaded before Nest started. */
  static forRoot(environment: Environment): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: Config, useValue: environment }],
      exports: [Config],
    };
  }
}
