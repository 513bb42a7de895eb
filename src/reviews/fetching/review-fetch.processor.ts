import { Injectable } from '@nestjs/common';
import {
  type ChildrenSummary,
  type ClaimedRun,
  type FanOut,
  type Joined,
  type RunHandler,
  RunProcessor,
} from '@tributary/pipeline';
import { REVIEW_FETCH, type ReviewFetchPayload } from './review-fetch.kinds';
import { ReviewFetchService } from './review-fetch.service';

@Injectable()
@RunProcessor(REVIEW_FETCH)
export class ReviewFetchProcessor implements RunHandler<ReviewFetchPayload> {
  constructor(private readonly service: ReviewFetchService) {}

  process(run: ClaimedRun<ReviewFetchPayload>): Promise<FanOut> {
    return this.service.fetch(run);
  }

  join(run: ClaimedRun<ReviewFetchPayload>, children: ChildrenSummary): Promise<Joined> {
    return this.service.join(run, children);
  }
}
