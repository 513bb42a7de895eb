import { Module } from '@nestjs/common';
import { PipelineCheckRegistrationModule } from './pipeline-check-registration.module';
import { PipelineCheckController } from './pipeline-check.controller';
import { PipelineCheckService } from './pipeline-check.service';

/** Lets a user see the pipeline work; the smallest example of a kind of run. */
@Module({
  imports: [PipelineCheckRegistrationModule],
  controllers: [PipelineCheckController],
  providers: [PipelineCheckService],
})
export class PipelineCheckModule {}
