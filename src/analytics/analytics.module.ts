import { Module } from '@nestjs/common';
import { CachedQueryService } from '@tributary/query-cache';
import { SheetCrawlerModule, SheetCrawlerStoreModule } from '../sheet-crawler';
import { AnalyticsResponseCache } from './cache/analytics-response-cache';
import { AnalyticsDataService } from './queries/analytics-data.service';
import { AnalyticsExportController } from './export/analytics-export.controller';
import { AnalyticsExportService } from './export/analytics-export.service';
import { AnalyticsController } from './queries/analytics.controller';
import { AnalyticsService } from './queries/analytics.service';
import { AggregationService } from './queries/aggregation.service';
import { AnalyticsContextService } from './queries/analytics-context.service';
import './queries/analytics.errors';

/** Dashboards over synced sheets. */
@Module({
  imports: [SheetCrawlerModule, SheetCrawlerStoreModule],
  controllers: [AnalyticsController, AnalyticsExportController],
  providers: [
    AnalyticsDataService,
    AnalyticsExportService,
    AnalyticsService,
    AggregationService,
    AnalyticsContextService,
    {
      provide: CachedQueryService,
      inject: [AnalyticsContextService, AnalyticsResponseCache],
      useFactory: (contexts: AnalyticsContextService, cache: AnalyticsResponseCache) =>
        new CachedQueryService(contexts, cache),
    },
  ],
})
export class AnalyticsModule {}
