import { Injectable } from '@nestjs/common';
import { type RunCounts } from '@tributary/contracts';
import { type ClaimedRun, type RunHandler, RunProcessor } from '@tributary/pipeline';
import { REVIEW_LISTING, type ReviewListingPayload } from './review-fetch.kinds';
import { ReviewListingService } from './review-listing.service';

@Injectable()
@RunProcessor(REVIEW_LISTING)
export class ReviewListingProcessor implements RunHandler<ReviewListingPayload> {
  constructor(private readonly service: ReviewListingService) {}

  process(run: ClaimedRun<ReviewListingPayload>): Promise<RunCounts> {
    return this.service.listReviews(run);
  }
}
