import { Injectable } from '@nestjs/common';
import { type RunCounts } from '@tributary/contracts';
import {
  type ClaimedRun,
  type CyclePayload,
  type RunHandler,
  RunProcessor,
} from '@tributary/pipeline';
import { ReviewCycleService } from './review-cycle.service';
import { REVIEW_CYCLE } from './review-sync.kinds';

@Injectable()
@RunProcessor(REVIEW_CYCLE)
export class ReviewCycleProcessor implements RunHandler<CyclePayload> {
  constructor(private readonly cycles: ReviewCycleService) {}

  process(run: ClaimedRun<CyclePayload>): Promise<RunCounts> {
    return this.cycles.cycle(run);
  }
}
