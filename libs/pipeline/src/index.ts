export {
  type ChildFailure,
  type ChildRequest,
  childRun,
  type ChildRun,
  type ChildrenSummary,
  FanOut,
  fanOut,
  type Joined,
  type KindSummary,
} from './children/child-run';
export { type CyclePayload, Cycles } from './cycles.service';
export {
  type DeadLetter,
  DEAD_LETTER_STATES,
  type DeadLetterGroup,
  type DeadLetterState,
  type ItemFailure,
} from './dead-letters/dead-letter';
export { type DeadLetterFilter } from './dead-letters/dead-letter.repository';
export { DeadLetterService } from './dead-letters/dead-letter.service';
export { type GroupReplay, type Replayed, ReplayService } from './dead-letters/replay.service';
export { type RunQueue, RunQueues } from './dispatch/run-queues';
export {
  RunFailureDto,
  RunProgressDto,
  RunViewDto,
  toRunViewDto,
  toTriggeredRunDto,
  TriggeredRunDto,
} from './dto/run-view.dto';
export { leaseLost, type Fence } from './fence/fence';
export {
  deleteFenced,
  type FencedDocument,
  type FencedUpsert,
  lockFenced,
  updateFenced,
  type UpsertCounts,
  upsertFenced,
} from './fence/fenced-writes';
export { type KindState, RunKindControl } from './kinds/run-kind-control.service';
export {
  DEFAULT_RETRY,
  DEFAULT_RUN_KIND,
  defineRunKind,
  type RegisteredRunKind,
  type RetryPolicy,
  type RunEventNames,
  type RunKind,
  type RunKindOptions,
} from './kinds/run-kind';
export { RunKindRegistry } from './kinds/run-kind-registry';
export { PayloadSecrets } from './ledger/payload-secrets';
export {
  type HistoryEntry,
  type Parking,
  type PlannedChildren,
  type Run,
  RUN_INCIDENTS,
  type RunIncident,
  type StoredPayload,
} from './ledger/run';
export { type RunFilter, type StatusCount } from './ledger/run.repository';
export { OnRunCompleted, type RunCompletionListener } from './outbox/run-completion-listeners';
export { ParkRun } from './parking/park-run';
export { type ParkedRuns } from './parking/parking.repository';
export { PipelineModule, type PipelineOptions } from './pipeline.module';
export { type RunRequest, RunService, type Triggered } from './run.service';
export { Schedules } from './state/schedules.repository';
export { type ClaimedRun } from './work/claimed-run';
export { RunProcessor, type RunHandler } from './work/run-processor';
