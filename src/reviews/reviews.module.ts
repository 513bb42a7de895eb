import { Module } from '@nestjs/common';
import { DemoFetchService } from './demo/demo-fetch.service';
import { DemoController } from './demo/demo.controller';
import { ReviewJobController } from './jobs/review-job.controller';
import { ReviewJobService } from './jobs/review-job.service';
import { NestedReviewsController } from './nested/nested-reviews.controller';
import { NestedReviewsService } from './nested/nested-reviews.service';
import { ReviewsRegistrationModule } from './reviews-registration.module';
import { ReviewsStoreModule } from './reviews-store.module';
import { JobNews } from './stream/job-news';
import { ReviewStreamController } from './stream/review-stream.controller';
import { ReviewStreamService } from './stream/review-stream.service';
import { StreamSlots } from './stream/stream-slots';

/** Reviews of Google Business Profile. */
@Module({
  imports: [ReviewsRegistrationModule, ReviewsStoreModule],
  controllers: [
    DemoController,
    NestedReviewsController,
    ReviewJobController,
    ReviewStreamController,
  ],
  providers: [
    DemoFetchService,
    JobNews,
    NestedReviewsService,
    ReviewJobService,
    ReviewStreamService,
    StreamSlots,
  ],
})
export class ReviewsModule {}
