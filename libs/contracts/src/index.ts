export {
  ERROR_CATEGORIES,
  type ErrorCategory,
  type ErrorCode,
  type ErrorDefinition,
  ERRORS,
} from './errors';
// All of it, and not by name: only so can a feature add its own events to the payloads.
export * from './events';
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
