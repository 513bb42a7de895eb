import { Module } from '@nestjs/common';
import { SheetCrawlerStoreModule } from '../sheet-crawler/sheet-crawler-store.module';
import { SheetCrawlerModule } from '../sheet-crawler/sheet-crawler.module';
import { AnalyticsDataService } from './analytics-data.service';
import { AnalyticsExportController } from './analytics-export.controller';
import { AnalyticsExportService } from './analytics-export.service';
import { AnalyticsController } from './analytics.controller';
import { AnalyticsService } from './analytics.service';
import { CachedQueryService } from './answer-desk.service';
import { AggregationService } from './questions/question.service';
import { AnalyticsContextService } from './sheet-view.service';

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
