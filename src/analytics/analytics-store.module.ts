import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { SheetCrawlerStoreModule } from '../sheet-crawler/sheet-crawler-store.module';
import { SheetRowWatcher } from '../sheet-crawler/row-watcher.service';
import { AnswerCache } from './cache/answer-cache';
import { AnalyticsRowWatcherService } from './row-watcher.service';
import { RollupRepository } from './rollup.repository';
import { RollupBuilderService } from './rollups/rollup-builder.service';
import { RollupRecord, RollupSchema } from './schemas/rollup.schema';
import { SheetBookRecord, SheetBookSchema } from './schemas/sheet-book.schema';
import { SheetBookRepository } from './sheet-book.repository';
import { SHEET_TYPE_STRATEGIES } from './strategies';
import { type SheetTypeStrategy } from './strategies/sheet-type.strategy';
import { SheetTypes } from './strategies/sheet-types';

/** A type of sheet, as it is registered. */
export type SheetTypeClass = Type<SheetTypeStrategy>;

/**
 * What every process has of analytics, whatever its role: the types of sheets, and what keeps
 * roll-ups in step with rows.
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
        SheetCrawlerStoreModule,
        MongooseModule.forFeature([
          { name: RollupRecord.name, schema: RollupSchema },
          { name: SheetBookRecord.name, schema: SheetBookSchema },
        ]),
      ],
      providers: [
        ...types,
        {
          provide: SheetTypes,
          inject: types,
          useFactory: (...strategies: SheetTypeStrategy[]) => new SheetTypes(strategies),
        },
        AnswerCache,
        RollupBuilderService,
        RollupRepository,
        SheetBookRepository,
        { provide: SheetRowWatcher, useClass: AnalyticsRowWatcherService },
      ],
      exports: [AnswerCache, RollupRepository, SheetBookRepository, SheetRowWatcher, SheetTypes],
    };
  }
}
