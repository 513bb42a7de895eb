export { PipelineCheckWorkerModule } from './pipeline-check-worker.module';
export { PipelineCheckModule } from './pipeline-check.module';
