import { Module } from '@nestjs/common';
import { MappingCheckService } from './mapping-check.service';
import { SheetAccountService } from './sheet-account.service';
import { SheetConnectionController } from './sheet-connection.controller';
import { SheetConnectionService } from './sheet-connection.service';
import { SheetCrawlerStoreModule } from './sheet-crawler-store.module';
import { SheetCycleRequestService } from './sheet-cycle-request.service';
import { SheetDataController } from './sheet-data.controller';
import { SheetDataService } from './sheet-data.service';
import { SheetSourceService } from './sheet-source.service';
import { SheetSyncRequestService } from './sheet-sync-request.service';
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
    MappingCheckService,
    SheetAccountService,
    SheetConnectionService,
    SheetCycleRequestService,
    SheetDataService,
    SheetSourceService,
    SheetSyncRequestService,
    SpreadsheetService,
  ],
  exports: [SheetConnectionService, SheetCycleRequestService, SheetSyncRequestService],
})
export class SheetCrawlerModule {}
