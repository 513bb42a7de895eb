export { DemoPageModule } from './demo-page.module';
export { ReviewQueriesModule } from './queries/review-queries.module';
export { ReviewsWorkerModule } from './reviews-worker.module';
export { ReviewsModule } from './reviews.module';
