export {
  ERROR_CATEGORIES,
  type ErrorCategory,
  type ErrorCode,
  type ErrorDefinition,
  ERRORS,
} from './errors';
export {
  type LiveEvent,
  type LiveEventName,
  type LiveEventPayloads,
  type RunCounts,
  type RunFailure,
  type RunProgress,
  type RunReference,
  type SheetSyncReference,
  type StreamMessages,
} from './events';
export { type JsonCompatible, type JsonValue } from './json';
export { type UserRole, USER_ROLES } from './roles';
export {
  DEFAULT_RETRY,
  DEFAULT_RUN_KIND,
  type RetryPolicy,
  RUN_KINDS,
  RUN_PRIORITIES,
  RUN_STATUSES,
  type RunEnd,
  type RunEventNames,
  type RunJob,
  type RunKind,
  type RunKindDefinition,
  type RunKindTable,
  type RunPayloads,
  type RunPriority,
  type RunStatus,
  withFirstPause,
} from './runs';
