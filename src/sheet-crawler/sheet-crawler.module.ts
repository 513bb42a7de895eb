import { Module } from '@nestjs/common';
import { MappingValidator } from './connections/mapping-validator.service';
import { SheetAccountService } from './connections/sheet-account.service';
import { SheetConnectionController } from './connections/sheet-connection.controller';
import { SheetConnectionService } from './connections/sheet-connection.service';
import { SheetCrawlerRegistrationModule } from './sheet-crawler-registration.module';
import { SheetCrawlerStoreModule } from './sheet-crawler-store.module';
import { SheetDataController } from './rows/sheet-data.controller';
import { SheetDataService } from './rows/sheet-data.service';
import { SheetSourceService } from './connections/sheet-source.service';
import { SheetSyncService } from './sync/sheet-sync.service';
import { SheetSyncController } from './sync/sheet-sync.controller';
import { SpreadsheetController } from './connections/spreadsheet.controller';
import { SpreadsheetService } from './connections/spreadsheet.service';

/** Users' connections to their Google Sheets. */
@Module({
  imports: [SheetCrawlerRegistrationModule, SheetCrawlerStoreModule],
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
    SheetDataService,
    SheetSourceService,
    SheetSyncService,
    SpreadsheetService,
  ],
  exports: [SheetConnectionService, SheetSyncService],
})
export class SheetCrawlerModule {}
