import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DriveFeedRepository } from './drive-feed.repository';
import { DriveFeedRecord, DriveFeedSchema } from './schemas/drive-feed.schema';
import { SheetConnectionRecord, SheetConnectionSchema } from './schemas/sheet-connection.schema';
import { SheetRowRecord, SheetRowSchema } from './schemas/sheet-row.schema';
import { SheetSyncReportRecord, SheetSyncReportSchema } from './schemas/sheet-sync-report.schema';
import { SheetSyncStateRecord, SheetSyncStateSchema } from './schemas/sheet-sync-state.schema';
import { SheetConnectionRepository } from './sheet-connection.repository';
import { SheetRowQueryRepository } from './sheet-row-query.repository';
import { SheetRowQueryService } from './sheet-row-query.service';
import { SheetRowRepository } from './sheet-row.repository';
import { SheetSyncReportRepository } from './sheet-sync-report.repository';
import { SheetSyncStateRepository } from './sheet-sync-state.repository';
import { SyncEndingsService } from './sync-endings.service';

const REPOSITORIES = [
  DriveFeedRepository,
  SheetConnectionRepository,
  SheetRowQueryRepository,
  SheetRowRepository,
  SheetSyncReportRepository,
  SheetSyncStateRepository,
];

/** What the api's and the worker's side of the sheet crawler have in common. */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: DriveFeedRecord.name, schema: DriveFeedSchema },
      { name: SheetConnectionRecord.name, schema: SheetConnectionSchema },
      { name: SheetRowRecord.name, schema: SheetRowSchema },
      { name: SheetSyncReportRecord.name, schema: SheetSyncReportSchema },
      { name: SheetSyncStateRecord.name, schema: SheetSyncStateSchema },
    ]),
  ],
  providers: [...REPOSITORIES, SheetRowQueryService, SyncEndingsService],
  exports: [...REPOSITORIES, SheetRowQueryService],
})
export class SheetCrawlerStoreModule {}
