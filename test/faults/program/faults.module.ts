import { Module } from '@nestjs/common';
import { type Extension } from '../../../src/app.module';
import { EffectsModule } from './effects.module';
import { FAULT_KINDS } from './fault-kinds';
import { PausedProcessor } from './paused.processor';
import { PoisonProcessor } from './poison.processor';
import { StepsProcessor } from './steps.processor';
import { StepsService } from './steps.service';

@Module({
  imports: [EffectsModule],
  providers: [StepsService, StepsProcessor, PoisonProcessor, PausedProcessor],
})
class FaultsModule {}

/** The kinds of the fault tests, beside those of the product. */
export const FAULTS: Extension = { kinds: FAULT_KINDS, processors: [FaultsModule] };
