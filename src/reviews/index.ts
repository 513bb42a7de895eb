export { ReviewQueriesModule } from './queries/review-queries.module';
export { ReviewRollupsWorkerModule } from './rollups/review-rollups-worker.module';
