import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DeletedConnectionRepository } from './deletion/deleted-connection.repository';
import {
  DeletedConnectionRecord,
  DeletedConnectionSchema,
} from './deletion/deleted-connection.schema';
import { DriveCursorRepository } from './schedule/drive-cursor.repository';
import { DriveCursorRecord, DriveCursorSchema } from './schedule/drive-cursor.schema';
import {
  SheetConnectionRecord,
  SheetConnectionSchema,
} from './connections/sheet-connection.schema';
import { SheetRowRecord, SheetRowSchema } from './rows/sheet-row.schema';
import { SheetSyncReportRecord, SheetSyncReportSchema } from './state/sheet-sync-report.schema';
import { SheetSyncStateRecord, SheetSyncStateSchema } from './state/sheet-sync-state.schema';
import { SheetConnectionRepository } from './connections/sheet-connection.repository';
import { SheetRowQueryRepository } from './rows/sheet-row-query.repository';
import { SheetRowRepository } from './rows/sheet-row.repository';
import { SheetSyncReportRepository } from './state/sheet-sync-report.repository';
import { SheetSyncStateRepository } from './state/sheet-sync-state.repository';
import { SyncCompletionListener } from './sync/sync-completion-listener.service';

const REPOSITORIES = [
  DeletedConnectionRepository,
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
      { name: DeletedConnectionRecord.name, schema: DeletedConnectionSchema },
      { name: DriveCursorRecord.name, schema: DriveCursorSchema },
      { name: SheetConnectionRecord.name, schema: SheetConnectionSchema },
      { name: SheetRowRecord.name, schema: SheetRowSchema },
      { name: SheetSyncReportRecord.name, schema: SheetSyncReportSchema },
      { name: SheetSyncStateRecord.name, schema: SheetSyncStateSchema },
    ]),
  ],
  providers: [...REPOSITORIES, SyncCompletionListener],
  exports: REPOSITORIES,
})
export class SheetCrawlerStoreModule {}
