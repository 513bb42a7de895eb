import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DriveCursorRepository } from './drive-feed.repository';
import { DriveCursorRecord, DriveCursorSchema } from './schemas/drive-feed.schema';
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
import { SyncCompletionListener } from './sync-endings.service';

const REPOSITORIES = [
  DriveCursorRepository,
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
      { name: DriveCursorRecord.name, schema: DriveCursorSchema },
      { name: SheetConnectionRecord.name, schema: SheetConnectionSchema },
      { name: SheetRowRecord.name, schema: SheetRowSchema },
      { name: SheetSyncReportRecord.name, schema: SheetSyncReportSchema },
      { name: SheetSyncStateRecord.name, schema: SheetSyncStateSchema },
    ]),
  ],
  providers: [...REPOSITORIES, SheetRowQueryService, SyncCompletionListener],
  exports: [...REPOSITORIES, SheetRowQueryService],
})
export class SheetCrawlerStoreModule {}
