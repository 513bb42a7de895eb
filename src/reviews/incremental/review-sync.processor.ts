import { Injectable } from '@nestjs/common';
import { type RunCounts } from '@tributary/contracts';
import {
  type ChildrenSummary,
  type ClaimedRun,
  type FanOut,
  type Joined,
  type RunHandler,
  RunProcessor,
} from '@tributary/pipeline';
import { REVIEW_SYNC, type ReviewSyncPayload } from './review-sync.kinds';
import { ReviewSyncService } from './review-sync.service';

@Injectable()
@RunProcessor(REVIEW_SYNC)
export class ReviewSyncProcessor implements RunHandler<ReviewSyncPayload> {
  constructor(private readonly service: ReviewSyncService) {}

  process(run: ClaimedRun<ReviewSyncPayload>): Promise<RunCounts | FanOut> {
    return this.service.sync(run);
  }

  join(run: ClaimedRun<ReviewSyncPayload>, children: ChildrenSummary): Promise<Joined> {
    return this.service.join(run, children);
  }
}
