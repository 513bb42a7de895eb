export {
  type AggregateEnvironment,
  type OutputStage,
  type PushedDown,
  type ReadOptions,
  type StageRunner,
} from './types';
export { compileExpression, evaluateLet } from './expressions';
export { compilePipeline, runPipeline } from './run-pipeline';
export { UPDATE_PIPELINE_STAGES, validatePipeline } from './validate-pipeline';
export { pushDown } from './push-down';
