import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import {
  ReviewConnectionRecord,
  ReviewConnectionSchema,
} from './connections/review-connection.schema';
import { ReviewConnectionRepository } from './connections/review-connection.repository';
import { ReviewSyncCompletionListener } from './incremental/sync-completion-listener.service';
import { FetchCompletionListener } from './jobs/fetch-completion-listener.service';
import { JobLogNotifier } from './jobs/job-log-notifier';
import { JobProgress } from './jobs/job-progress.service';
import { ReplayedParts } from './jobs/replayed-parts.service';
import { ReviewBuffer } from './jobs/review-buffer.service';
import { ReviewJobAccountRecord, ReviewJobAccountSchema } from './jobs/review-job-account.schema';
import {
  ReviewJobLocationRecord,
  ReviewJobLocationSchema,
} from './jobs/review-job-location.schema';
import { ReviewJobLogRecord, ReviewJobLogSchema } from './jobs/review-job-log.schema';
import { ReviewJobLogRepository } from './jobs/review-job-log.repository';
import { ReviewJobMetrics } from './jobs/review-job-metrics.service';
import { ReviewJobStepRepository } from './jobs/review-job-step.repository';
import { ReviewJobRepository } from './jobs/review-job.repository';
import { ReviewJobRecord, ReviewJobSchema } from './jobs/review-job.schema';
import { ReviewSlotRepository } from './jobs/review-slot.repository';
import {
  ReviewSlotRecord,
  ReviewSlotSchema,
  ReviewUserSlotsRecord,
  ReviewUserSlotsSchema,
} from './jobs/review-slot.schema';
import {
  ListingCompletionListener,
  LocationsCompletionListener,
} from './jobs/step-completion-listeners.service';
import { ReviewAccountRecord, ReviewAccountSchema } from './store/review-account.schema';
import { ReviewLocationRecord, ReviewLocationSchema } from './store/review-location.schema';
import { ReviewPlaceRepository } from './store/review-place.repository';
import { ReviewRepository } from './store/review.repository';
import { ReviewRecord, ReviewSchema } from './store/review.schema';

const REPOSITORIES = [
  ReviewConnectionRepository,
  ReviewJobLogRepository,
  ReviewJobRepository,
  ReviewJobStepRepository,
  ReviewPlaceRepository,
  ReviewRepository,
  ReviewSlotRepository,
];

const SERVICES = [JobLogNotifier, JobProgress, ReviewBuffer, ReviewJobMetrics];

/** What the api's and the worker's side of the reviews have in common. */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: ReviewAccountRecord.name, schema: ReviewAccountSchema },
      { name: ReviewConnectionRecord.name, schema: ReviewConnectionSchema },
      { name: ReviewJobAccountRecord.name, schema: ReviewJobAccountSchema },
      { name: ReviewJobLocationRecord.name, schema: ReviewJobLocationSchema },
      { name: ReviewJobLogRecord.name, schema: ReviewJobLogSchema },
      { name: ReviewJobRecord.name, schema: ReviewJobSchema },
      { name: ReviewLocationRecord.name, schema: ReviewLocationSchema },
      { name: ReviewRecord.name, schema: ReviewSchema },
      { name: ReviewSlotRecord.name, schema: ReviewSlotSchema },
      { name: ReviewUserSlotsRecord.name, schema: ReviewUserSlotsSchema },
    ]),
  ],
  providers: [
    ...REPOSITORIES,
    ...SERVICES,
    FetchCompletionListener,
    ListingCompletionListener,
    LocationsCompletionListener,
    ReplayedParts,
    ReviewSyncCompletionListener,
  ],
  exports: [...REPOSITORIES, ...SERVICES],
})
export class ReviewsStoreModule {}
