import { Global, Module } from '@nestjs/common';
import { InFlightTracker } from './in-flight-tracker';

/** Makes {@link InFlightTracker} available everywhere. */
@Global()
@Module({ providers: [InFlightTracker], exports: [InFlightTracker] })
export class LifecycleModule {}
