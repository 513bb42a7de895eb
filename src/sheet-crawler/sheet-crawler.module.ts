import { Module } from '@nestjs/common';
import { MappingValidator } from './mapping-check.service';
import { SheetAccountService } from './sheet-account.service';
import { SheetConnectionController } from './sheet-connection.controller';
import { SheetConnectionService } from './sheet-connection.service';
import { SheetCrawlerStoreModule } from './sheet-crawler-store.module';
import { ScheduledSyncRequestService } from './sheet-cycle-request.service';
import { SheetDataController } from './sheet-data.controller';
import { SheetDataService } from './sheet-data.service';
import { SheetSourceService } from './sheet-source.service';
import { SheetSyncService } from './sheet-sync-request.service';
import { SheetSyncController } from './sheet-sync.controller';
import { SpreadsheetController } from './spreadsheet.controller';
import { SpreadsheetService } from './spreadsheet.service';

/** Users' connections to their Google Sheets. */
@Module({
  imports: [SheetCrawlerStoreModule],
  controllers: [
    SheetConnectionController,
    SheetDataController,
    SheetSyncController,
    SpreadsheetController,
  ],
  providers: [
    MappingValidator,
    SheetAccountService,
    SheetConnectionService,
    ScheduledSyncRequestService,
    SheetDataService,
    SheetSourceService,
    SheetSyncService,
    SpreadsheetService,
  ],
  exports: [SheetConnectionService, ScheduledSyncRequestService, SheetSyncService],
})
export class SheetCrawlerModule {}
