import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { QueryCacheModule } from '@tributary/query-cache';
import { SheetCrawlerStoreModule, SheetTypeRegistry, SyncObserver } from '../sheet-crawler';
import { AnalyticsResponseCache } from './cache/analytics-response-cache';
import { AnalyticsSnapshotCache } from './cache/analytics-snapshot-cache';
import { AnalyticsSyncObserver } from './rollups/analytics-sync-observer.service';
import { RollupRepository } from './rollups/rollup.repository';
import { RollupBuilderService } from './rollups/rollup-builder.service';
import { RollupWriterService } from './rollups/rollup-writer.service';
import { RollupRecord, RollupSchema } from './rollups/rollup.schema';
import {
  AnalyticsSnapshotRecord,
  AnalyticsSnapshotSchema,
} from './snapshot/analytics-snapshot.schema';
import { AnalyticsSnapshotRepository } from './snapshot/analytics-snapshot.repository';
import { SHEET_TYPE_STRATEGIES } from './sheet-types/strategies';
import { type SheetTypeStrategy } from './sheet-types/sheet-type.strategy';
import { SheetTypes } from './sheet-types/sheet-types';

/** A type of sheet, as it is registered. */
export type SheetTypeClass = Type<SheetTypeStrategy>;

/**
 * The part of analytics that every process has, whatever its role: the types of sheets, and what
 * keeps roll-ups consistent with rows.
 */
@Module({})
export class AnalyticsStoreModule {
  /** With the types that there are, and `more`. */
  static forRoot(more: readonly SheetTypeClass[]): DynamicModule {
    const types = [...SHEET_TYPE_STRATEGIES, ...more];
    return {
      module: AnalyticsStoreModule,
      global: true,
      imports: [
        QueryCacheModule,
        SheetCrawlerStoreModule,
        MongooseModule.forFeature([
          { name: RollupRecord.name, schema: RollupSchema },
          { name: AnalyticsSnapshotRecord.name, schema: AnalyticsSnapshotSchema },
        ]),
      ],
      providers: [
        ...types,
        {
          provide: SheetTypes,
          inject: types,
          useFactory: (...strategies: SheetTypeStrategy[]) => new SheetTypes(strategies),
        },
        { provide: SheetTypeRegistry, useExisting: SheetTypes },
        AnalyticsResponseCache,
        AnalyticsSnapshotCache,
        RollupBuilderService,
        RollupRepository,
        RollupWriterService,
        AnalyticsSnapshotRepository,
        { provide: SyncObserver, useClass: AnalyticsSyncObserver },
      ],
      exports: [
        AnalyticsResponseCache,
        AnalyticsSnapshotCache,
        RollupRepository,
        AnalyticsSnapshotRepository,
        SyncObserver,
        SheetTypeRegistry,
        SheetTypes,
      ],
    };
  }
}
