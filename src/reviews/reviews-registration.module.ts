import { Module } from '@nestjs/common';
import { PipelineModule } from '@tributary/pipeline';
import { REVIEW_FETCH, REVIEW_LISTING, REVIEW_LOCATIONS } from './fetching/review-fetch.kinds';
import './reviews.errors';
import './reviews.variables';

/** What the reviews register; the api's and the worker's side both import it. */
@Module({
  imports: [PipelineModule.forFeature([REVIEW_FETCH, REVIEW_LOCATIONS, REVIEW_LISTING])],
})
export class ReviewsRegistrationModule {}
