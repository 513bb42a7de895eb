import { Injectable } from '@nestjs/common';
import { type RunCounts } from '@tributary/contracts';
import { type ClaimedRun, RunProcessor, type RunHandler } from '@tributary/pipeline';
import { REVIEW_ROLLUP, type ReviewRollupPayload } from './review-rollup.kind';
import { ReviewRollupRunService } from './review-rollup-run.service';

@Injectable()
@RunProcessor(REVIEW_ROLLUP)
export class ReviewRollupProcessor implements RunHandler<ReviewRollupPayload> {
  constructor(private readonly rollups: ReviewRollupRunService) {}

  process(run: ClaimedRun<ReviewRollupPayload>): Promise<RunCounts> {
    return this.rollups.rollUp(run);
  }
}
