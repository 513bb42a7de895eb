import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PipelineModule } from '@tributary/pipeline';
import { QueryCacheModule } from '@tributary/query-cache';
import { ReviewRecord, ReviewSchema } from '../store/review.schema';
import '../queries/review-query-indexes.schema';
import { ReviewBookCache } from './cache/review-book-cache';
import { ReviewResponseCache } from './cache/review-response-cache';
import { ReviewBookRepository } from './review-book.repository';
import { ReviewBookRecord, ReviewBookSchema } from './review-book.schema';
import { ReviewChangeRecorder } from './review-change-recorder.service';
import { ReviewDirtyDayRepository } from './review-dirty-day.repository';
import { ReviewDirtyDayRecord, ReviewDirtyDaySchema } from './review-dirty-day.schema';
import { ReviewRollupCompletionListener } from './review-rollup-completion-listener.service';
import { ReviewRollupRequestService } from './review-rollup-request.service';
import { REVIEW_ROLLUP } from './review-rollup.kind';
import { ReviewRollupRepository } from './review-rollup.repository';
import { ReviewRollupRecord, ReviewRollupSchema } from './review-rollup.schema';
import { ReviewSumsRepository } from './review-sums.repository';
import './review-rollups.variables';

const SHARED = [
  ReviewBookCache,
  ReviewBookRepository,
  ReviewChangeRecorder,
  ReviewDirtyDayRepository,
  ReviewResponseCache,
  ReviewRollupRepository,
  ReviewRollupRequestService,
  ReviewSumsRepository,
];

/** What every process has of the roll-ups of reviews, whatever its role. */
@Module({
  imports: [
    PipelineModule.forFeature([REVIEW_ROLLUP]),
    QueryCacheModule,
    MongooseModule.forFeature([
      { name: ReviewBookRecord.name, schema: ReviewBookSchema },
      { name: ReviewDirtyDayRecord.name, schema: ReviewDirtyDaySchema },
      { name: ReviewRollupRecord.name, schema: ReviewRollupSchema },
      { name: ReviewRecord.name, schema: ReviewSchema },
    ]),
  ],
  providers: [...SHARED, ReviewRollupCompletionListener],
  exports: SHARED,
})
export class ReviewRollupsModule {}
