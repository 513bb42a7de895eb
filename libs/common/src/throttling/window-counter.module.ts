import { Module } from '@nestjs/common';
import { WindowCounter } from './window-counter';

/** Provides {@link WindowCounter} to whatever has to limit attempts. */
@Module({ providers: [WindowCounter], exports: [WindowCounter] })
export class WindowCounterModule {}
