import { Module } from '@nestjs/common';
import { WindowCounter } from './window-counter';

/** Provides {@link WindowCounter} to features that limit attempts. */
@Module({ providers: [WindowCounter], exports: [WindowCounter] })
export class WindowCounterModule {}
