import { Module } from '@nestjs/common';
import { type Extension } from '../../../src/app.module';
import { BranchProcessor } from './branch.processor';
import { CancelProcessor } from './cancel.processor';
import { EffectsModule } from './effects.module';
import { FAULT_KINDS } from './fault-kinds';
import { LeafProcessor } from './leaf.processor';
import { PausedProcessor } from './paused.processor';
import { PoisonProcessor } from './poison.processor';
import { StepsProcessor } from './steps.processor';
import { StepsService } from './steps.service';

@Module({
  imports: [EffectsModule],
  providers: [
    StepsService,
    StepsProcessor,
    PoisonProcessor,
    PausedProcessor,
    BranchProcessor,
    LeafProcessor,
    CancelProcessor,
  ],
})
class FaultsModule {}

/** The kinds of the fault tests, beside those of the product. */
export const FAULTS: Extension = { kinds: FAULT_KINDS, processors: [FaultsModule] };
