import { Module } from '@nestjs/common';
import { ReviewJobController } from './jobs/review-job.controller';
import { ReviewJobService } from './jobs/review-job.service';
import { ReviewsRegistrationModule } from './reviews-registration.module';
import { ReviewsStoreModule } from './reviews-store.module';

/** Reviews of Google Business Profile. */
@Module({
  imports: [ReviewsRegistrationModule, ReviewsStoreModule],
  controllers: [ReviewJobController],
  providers: [ReviewJobService],
})
export class ReviewsModule {}
