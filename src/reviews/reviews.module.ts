import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ConsentRequestRecord, ConsentRequestSchema } from './connections/consent-request.schema';
import { ConsentRequestRepository } from './connections/consent-request.repository';
import { GoogleConsentController } from './connections/google-consent.controller';
import { GoogleConsentService } from './connections/google-consent.service';
import { ReviewConnectionController } from './connections/review-connection.controller';
import { ReviewConnectionService } from './connections/review-connection.service';
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
  imports: [
    ReviewsRegistrationModule,
    ReviewsStoreModule,
    MongooseModule.forFeature([{ name: ConsentRequestRecord.name, schema: ConsentRequestSchema }]),
  ],
  controllers: [
    DemoController,
    GoogleConsentController,
    NestedReviewsController,
    ReviewConnectionController,
    ReviewJobController,
    ReviewStreamController,
  ],
  providers: [
    ConsentRequestRepository,
    DemoFetchService,
    GoogleConsentService,
    JobNews,
    NestedReviewsService,
    ReviewConnectionService,
    ReviewJobService,
    ReviewStreamService,
    StreamSlots,
  ],
})
export class ReviewsModule {}
