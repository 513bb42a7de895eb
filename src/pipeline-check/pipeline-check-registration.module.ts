import { Module } from '@nestjs/common';
import { PipelineModule } from '@tributary/pipeline';
import { RateLimitModule } from '@tributary/rate-limit';
import { PIPELINE_CHECK } from './pipeline-check.kind';
import { PIPELINE_CHECK_QUOTA } from './pipeline-check.quota';

/** What pipeline checks register; the api's and the worker's side both import it. */
@Module({
  imports: [
    PipelineModule.forFeature([PIPELINE_CHECK]),
    RateLimitModule.forFeature([PIPELINE_CHECK_QUOTA]),
  ],
})
export class PipelineCheckRegistrationModule {}
