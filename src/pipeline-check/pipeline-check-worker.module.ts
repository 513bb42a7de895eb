import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PipelineCheckWorkService } from './pipeline-check-work.service';
import { PipelineCheckProcessor } from './pipeline-check.processor';
import { PipelineCheckRepository } from './pipeline-check.repository';
import { PipelineCheck, PipelineCheckSchema } from './schemas/pipeline-check.schema';

/** The worker's side of pipeline checks. */
@Module({
  imports: [MongooseModule.forFeature([{ name: PipelineCheck.name, schema: PipelineCheckSchema }])],
  providers: [PipelineCheckProcessor, PipelineCheckRepository, PipelineCheckWorkService],
})
export class PipelineCheckWorkerModule {}
