import { defineRunKind } from '@tributary/pipeline';

/** What a check is told to do. */
export interface PipelineCheckPayload {
  steps: number;
}

/** Goes once through the whole pipeline, to show that it works. */
export const PIPELINE_CHECK = defineRunKind<PipelineCheckPayload>('pipeline.check', {
  queue: 'pipeline_checks',
});
