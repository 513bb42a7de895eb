import { Module } from '@nestjs/common';
import { SheetCrawlerModule, SheetCrawlerStoreModule } from '../sheet-crawler';
import { AnalyticsDataService } from './queries/analytics-data.service';
import { AnalyticsExportController } from './export/analytics-export.controller';
import { AnalyticsExportService } from './export/analytics-export.service';
import { AnalyticsController } from './queries/analytics.controller';
import { AnalyticsService } from './queries/analytics.service';
import { CachedQueryService } from './queries/cached-query.service';
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
    CachedQueryService,
    AggregationService,
    AnalyticsContextService,
  ],
})
export class AnalyticsModule {}
