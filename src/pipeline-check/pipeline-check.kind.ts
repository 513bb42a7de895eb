import { defineRunKind } from '@tributary/pipeline';

/** The payload of a check. */
export interface PipelineCheckPayload {
  steps: number;
}

/** Goes once through the whole pipeline, to show that it works. */
export const PIPELINE_CHECK = defineRunKind<PipelineCheckPayload>('pipeline.check', {
  queue: 'pipeline_checks',
});
