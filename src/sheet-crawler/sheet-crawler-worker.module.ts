import { Module } from '@nestjs/common';
import { SheetAccountService } from './sheet-account.service';
import { SheetCrawlerStoreModule } from './sheet-crawler-store.module';
import { ScheduledSyncRequestService } from './sheet-cycle-request.service';
import { ScheduledSyncProcessor } from './sheet-cycle.processor';
import { ScheduledSyncService } from './sheet-cycle.service';
import { SheetDeletionProcessor } from './sheet-deletion.processor';
import { SheetDeletionService } from './sheet-deletion.service';
import { SheetScheduleService } from './sheet-schedule.service';
import { SheetSyncProcessor } from './sheet-sync.processor';
import { SheetSyncRunner } from './sheet-sync.service';
import { SYNC_STRATEGIES } from './strategies';
import { SyncStrategies } from './strategies/sync-strategies';
import { type SyncStrategy } from './strategies/sync-strategy';

/** The worker's side of the sheet crawler: it syncs, and finds out what has to be synced. */
@Module({
  imports: [SheetCrawlerStoreModule],
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
