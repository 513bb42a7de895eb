export { ReviewsWorkerModule } from './reviews-worker.module';
export { ReviewsModule } from './reviews.module';
