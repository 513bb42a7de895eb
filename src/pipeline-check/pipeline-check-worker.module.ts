import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PipelineCheckRegistrationModule } from './pipeline-check-registration.module';
import { PipelineCheckWorkService } from './pipeline-check-work.service';
import { PipelineCheckProcessor } from './pipeline-check.processor';
import { PipelineCheckRepository } from './pipeline-check.repository';
import { PipelineCheck, PipelineCheckSchema } from './schemas/pipeline-check.schema';

/** The worker's side of pipeline checks. */
@Module({
  imports: [
    PipelineCheckRegistrationModule,
    MongooseModule.forFeature([{ name: PipelineCheck.name, schema: PipelineCheckSchema }]),
  ],
  providers: [PipelineCheckProcessor, PipelineCheckRepository, PipelineCheckWorkService],
})
export class PipelineCheckWorkerModule {}
