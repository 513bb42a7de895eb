import { Module } from '@nestjs/common';
import { PipelineModule } from '@tributary/pipeline';
import { REVIEW_FETCH, REVIEW_LISTING, REVIEW_LOCATIONS } from './fetching/review-fetch.kinds';
import { REVIEW_CYCLE, REVIEW_SYNC } from './incremental/review-sync.kinds';
import './reviews.errors';
import './reviews.variables';

/** What the reviews register; the api's and the worker's side both import it. */
@Module({
  imports: [
    PipelineModule.forFeature([
      REVIEW_CYCLE,
      REVIEW_FETCH,
      REVIEW_LISTING,
      REVIEW_LOCATIONS,
      REVIEW_SYNC,
    ]),
  ],
})
export class ReviewsRegistrationModule {}
