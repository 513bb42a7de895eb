import { Injectable } from '@nestjs/common';
import { type RunCounts } from '@tributary/contracts';
import { type ClaimedRun, ParkRun, type RunHandler, RunProcessor } from '@tributary/pipeline';
import { FAULTS_LEAF, type LeafPayload } from './fault-kinds';
import { StepsService } from './steps.service';

const PARKED_MS = 86_400_000;

@Injectable()
@RunProcessor(FAULTS_LEAF)
export class LeafProcessor implements RunHandler<LeafPayload> {
  constructor(private readonly steps: StepsService) {}

  process(run: ClaimedRun<LeafPayload>): Promise<RunCounts> {
    if (!run.payload.parks) return this.steps.work(run);
    const until = new Date(Date.now() + PARKED_MS);
    throw new ParkRun({ reason: 'nothing', until, code: 'AUTH_FAILED' });
  }
}
