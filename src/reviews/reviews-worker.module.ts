import { Module } from '@nestjs/common';
import { ConnectionCredentials } from './connections/connection-credentials.service';
import { JobCredentials } from './fetching/job-credentials.service';
import { ReviewFetchProcessor } from './fetching/review-fetch.processor';
import { ReviewFetchService } from './fetching/review-fetch.service';
import { ReviewListingProcessor } from './fetching/review-listing.processor';
import { ReviewListingService } from './fetching/review-listing.service';
import { ReviewLocationsProcessor } from './fetching/review-locations.processor';
import { ReviewLocationsService } from './fetching/review-locations.service';
import { ReviewPublisher } from './fetching/review-publisher';
import { IncrementalSyncService } from './incremental/incremental-sync.service';
import { ReviewCycleProcessor } from './incremental/review-cycle.processor';
import { ReviewCycleService } from './incremental/review-cycle.service';
import { ReviewSyncProcessor } from './incremental/review-sync.processor';
import { ReviewSyncService } from './incremental/review-sync.service';
import { SyncJobs } from './incremental/sync-jobs.service';
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
    ConnectionCredentials,
    IncrementalSyncService,
    JobCredentials,
    ReviewCycleProcessor,
    ReviewCycleService,
    ReviewFetchProcessor,
    ReviewFetchService,
    ReviewListingProcessor,
    ReviewListingService,
    ReviewLocationsProcessor,
    ReviewLocationsService,
    ReviewSyncProcessor,
    ReviewSyncService,
    SyncJobs,
    // Reviews are published nowhere yet.
    { provide: ReviewPublisher, useValue: { publish: () => Promise.resolve() } },
  ],
})
export class ReviewsWorkerModule {}
