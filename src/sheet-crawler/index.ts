export { type SheetConnection } from './connections/sheet-connection';
export { SheetConnectionService } from './connections/sheet-connection.service';
export { type RowQuery, SheetRowQueryRepository } from './rows/sheet-row-query.repository';
export { type RowSetKey, type ShownRow } from './rows/stored-row';
export { ScheduledSyncRequestService } from './schedule/scheduled-sync-request.service';
export { SheetCrawlerStoreModule } from './sheet-crawler-store.module';
export { SheetCrawlerWorkerModule } from './sheet-crawler-worker.module';
export { SheetCrawlerModule } from './sheet-crawler.module';
export { SheetSyncService } from './sync/sheet-sync.service';
export { SyncObserver } from './sync/sync-observer';
export {
  type ObservedSession,
  type SyncSessionObserver,
  type TypedConnection,
} from './sync/sync-session-observer';
