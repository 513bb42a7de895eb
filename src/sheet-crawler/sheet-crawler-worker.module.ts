import { Module } from '@nestjs/common';
import { SheetAccountService } from './connections/sheet-account.service';
import { SheetCrawlerRegistrationModule } from './sheet-crawler-registration.module';
import { SheetCrawlerStoreModule } from './sheet-crawler-store.module';
import { ScheduledSyncRequestService } from './schedule/scheduled-sync-request.service';
import { ScheduledSyncProcessor } from './schedule/scheduled-sync.processor';
import { ScheduledSyncService } from './schedule/scheduled-sync.service';
import { SheetDeletionProcessor } from './deletion/sheet-deletion.processor';
import { SheetDeletionService } from './deletion/sheet-deletion.service';
import { SheetScheduleService } from './schedule/sheet-schedule.service';
import { SheetSyncProcessor } from './sync/sheet-sync.processor';
import { SheetSyncRunner } from './sync/sheet-sync-runner.service';
import { SYNC_STRATEGIES } from './sync/strategies';
import { SyncStrategies } from './sync/sync-strategy-registry';
import { type SyncStrategy } from './sync/sync-strategy';

/** The worker's side of the sheet crawler: syncs, scheduled cycles and deletions. */
@Module({
  imports: [SheetCrawlerRegistrationModule, SheetCrawlerStoreModule],
  providers: [
    ...SYNC_STRATEGIES,
    {
      provide: SyncStrategies,
      inject: SYNC_STRATEGIES,
      useFactory: (...strategies: SyncStrategy[]) => new SyncStrategies(strategies),
    },
    SheetAccountService,
    ScheduledSyncProcessor,
    ScheduledSyncRequestService,
    ScheduledSyncService,
    SheetDeletionProcessor,
    SheetDeletionService,
    SheetScheduleService,
    SheetSyncProcessor,
    SheetSyncRunner,
  ],
})
export class SheetCrawlerWorkerModule {}
