import { Module } from '@nestjs/common';
import { ReviewRollupRunService } from './review-rollup-run.service';
import { ReviewRollupWriterService } from './review-rollup-writer.service';
import { ReviewRollupProcessor } from './review-rollup.processor';
import { ReviewRollupsModule } from './review-rollups.module';

/** The worker's side of the roll-ups of reviews. */
@Module({
  imports: [ReviewRollupsModule],
  providers: [ReviewRollupProcessor, ReviewRollupRunService, ReviewRollupWriterService],
})
export class ReviewRollupsWorkerModule {}
