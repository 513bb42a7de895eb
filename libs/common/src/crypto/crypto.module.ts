import { Global, Module } from '@nestjs/common';
import { Config } from '@tributary/config';
import { SecretBox } from './secret-box';

/** Makes {@link SecretBox}, with the keys of the configuration, available everywhere. */
@Global()
@Module({
  providers: [
    {
      provide: SecretBox,
      inject: [Config],
      useFactory: (config: Config) => new SecretBox(config.ENCRYPTION_KEYS),
    },
  ],
  exports: [SecretBox],
})
export class CryptoModule {}
