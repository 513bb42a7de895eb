import { Global, Module } from '@nestjs/common';
import { RunningWork } from './running-work';

/** Makes {@link RunningWork} available everywhere. */
@Global()
@Module({ providers: [RunningWork], exports: [RunningWork] })
export class LifecycleModule {}
