import { Module } from '@nestjs/common';
import { SheetAccountService } from './connections/sheet-account.service';
import { SheetCrawlerRegistrationModule } from './sheet-crawler-registration.module';
import { SheetCrawlerStoreModule } from './sheet-crawler-store.module';
import { ScheduledSyncProcessor } from './schedule/scheduled-sync.processor';
import { ScheduledSyncService } from './schedule/scheduled-sync.service';
import { DeletionSweepService } from './deletion/deletion-sweep.service';
import { SheetDeletionProcessor } from './deletion/sheet-deletion.processor';
import { SheetDeletionService } from './deletion/sheet-deletion.service';
import { SheetScheduleService } from './schedule/sheet-schedule.service';
import { SheetSyncProcessor } from './sync/sheet-sync.processor';
import { SheetSyncRunner } from './sync/sheet-sync-runner.service';
import { SheetReader } from './sync/sheet-reader';
import { AppendStrategy } from './sync/append.strategy';
import { MirrorStrategy } from './sync/mirror/mirror.strategy';
import { SyncSessionFactory } from './sync/sync-session-factory';
import { SyncStrategyRegistry } from './sync/sync-strategy-registry';
import { SyncedDataService } from './sync/synced-data.service';
import { type SyncStrategy } from './sync/sync-strategy';

/** Every way of syncing; a new one is a file and a line here. */
export const SYNC_STRATEGIES = [AppendStrategy, MirrorStrategy];

/** The worker's side of the sheet crawler: syncs, scheduled cycles and deletions. */
@Module({
  imports: [SheetCrawlerRegistrationModule, SheetCrawlerStoreModule],
  providers: [
    ...SYNC_STRATEGIES,
    {
      provide: SyncStrategyRegistry,
      inject: SYNC_STRATEGIES,
      useFactory: (...strategies: SyncStrategy[]) => new SyncStrategyRegistry(strategies),
    },
    SheetAccountService,
    ScheduledSyncProcessor,
    ScheduledSyncService,
    DeletionSweepService,
    SheetDeletionProcessor,
    SheetDeletionService,
    SheetReader,
    SheetScheduleService,
    SheetSyncProcessor,
    SheetSyncRunner,
    SyncedDataService,
    SyncSessionFactory,
  ],
})
export class SheetCrawlerWorkerModule {}
