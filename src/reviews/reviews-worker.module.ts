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
import { ReviewObserver } from './store/review-observer';

/** The worker's side of the reviews. */
@Module({
  imports: [ReviewsRegistrationModule, ReviewsStoreModule],
  providers: [
    JobCredentials,
    ReviewFetchProcessor,
    ReviewFetchService,
    ReviewListingProcessor,
    ReviewListingService,
    ReviewLocationsProcessor,
    ReviewLocationsService,
    // Nothing is derived from reviews yet, and they are published nowhere.
    { provide: ReviewObserver, useValue: { beforeWrite: () => Promise.resolve() } },
    { provide: ReviewPublisher, useValue: { publish: () => Promise.resolve() } },
  ],
})
export class ReviewsWorkerModule {}
