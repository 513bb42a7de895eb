export { AnalyticsStoreModule, type SheetTypeClass } from './analytics-store.module';
export { AnalyticsModule } from './analytics.module';
