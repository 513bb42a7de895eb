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
  RUN_PRIORITIES,
  RUN_STATUSES,
  type RunEnd,
  type RunJob,
  type RunPriority,
  type RunStatus,
} from './runs';
