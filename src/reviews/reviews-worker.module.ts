import { Module } from '@nestjs/common';
import { JobCredentials } from './fetching/job-credentials.service';
import { ReviewFetchProcessor } from './fetching/review-fetch.processor';
import { ReviewFetchService } from './fetching/review-fetch.service';
import { ReviewListingProcessor } from './fetching/review-listing.processor';
import { ReviewListingService } from './fetching/review-listing.service';
import { ReviewLocationsProcessor } from './fetching/review-locations.processor';
import { ReviewLocationsService } from './fetching/review-locations.service';
import { ReviewPublisher } from './fetching/review-publisher';
import { ReviewsRegistrationModule } from './reviews-registration.module';
import { ReviewsStoreModule } from './reviews-store.module';
import { ReviewRollupsWorkerModule } from './rollups/review-rollups-worker.module';
import { ReviewRollupsModule } from './rollups/review-rollups.module';

/** The worker's side of the reviews. */
@Module({
  imports: [
    ReviewsRegistrationModule,
    ReviewsStoreModule,
    ReviewRollupsModule,
    ReviewRollupsWorkerModule,
  ],
  providers: [
    JobCredentials,
    ReviewFetchProcessor,
    ReviewFetchService,
    ReviewListingProcessor,
    ReviewListingService,
    ReviewLocationsProcessor,
    ReviewLocationsService,
    // Reviews are published nowhere yet.
    { provide: ReviewPublisher, useValue: { publish: () => Promise.resolve() } },
  ],
})
export class ReviewsWorkerModule {}
