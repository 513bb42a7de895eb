import { Module } from '@nestjs/common';
import { InternalController } from './internal.controller';

/** What schedulers call with the API key. */
@Module({ controllers: [InternalController] })
export class InternalModule {}
