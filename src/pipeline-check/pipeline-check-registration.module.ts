import { Module } from '@nestjs/common';
import { PipelineModule } from '@tributary/pipeline';
import { PIPELINE_CHECK } from './pipeline-check.kind';

/** What pipeline checks register; the api's and the worker's side both import it. */
@Module({ imports: [PipelineModule.forFeature([PIPELINE_CHECK])] })
export class PipelineCheckRegistrationModule {}
