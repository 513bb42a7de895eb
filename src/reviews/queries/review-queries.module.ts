import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CachedQueryService } from '@tributary/query-cache';
import { ReviewResponseCache } from '../rollups/cache/review-response-cache';
import { ReviewRollupsModule } from '../rollups/review-rollups.module';
import { ReviewLocationRecord, ReviewLocationSchema } from '../store/review-location.schema';
import { ReviewRecord, ReviewSchema } from '../store/review.schema';
import { ReviewAggregationService } from './review-aggregation.service';
import { ReviewContextService } from './review-context.service';
import { ReviewExportService } from './review-export.service';
import { ReviewFiguresController } from './review-figures.controller';
import { ReviewFiguresService } from './review-figures.service';
import { ReviewListService } from './review-list.service';
import { ReviewLocationQueryRepository } from './review-location-query.repository';
import { ReviewPlaceService } from './review-place.service';
import { ReviewQueryRepository } from './review-query.repository';
import { ReviewsController } from './reviews.controller';

/** Lists of reviews, and what they add up to. */
@Module({
  imports: [
    ReviewRollupsModule,
    MongooseModule.forFeature([
      { name: ReviewLocationRecord.name, schema: ReviewLocationSchema },
      { name: ReviewRecord.name, schema: ReviewSchema },
    ]),
  ],
  // In this order: the paths of the first are not ids of reviews.
  controllers: [ReviewFiguresController, ReviewsController],
  providers: [
    ReviewAggregationService,
    ReviewContextService,
    ReviewExportService,
    ReviewFiguresService,
    ReviewListService,
    ReviewLocationQueryRepository,
    ReviewPlaceService,
    ReviewQueryRepository,
    {
      provide: CachedQueryService,
      inject: [ReviewContextService, ReviewResponseCache],
      useFactory: (contexts: ReviewContextService, cache: ReviewResponseCache) =>
        new CachedQueryService(contexts, cache),
    },
  ],
})
export class ReviewQueriesModule {}
