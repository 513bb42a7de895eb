// `export *`, and not by name: otherwise a feature could not add its own codes and events.
export * from './errors';
export * from './events';
export { GENERAL_ERRORS } from './general-errors';
export { type JsonCompatible, type JsonValue } from './json';
export { type UserRole, USER_ROLES } from './roles';
export {
  JOIN_OUTCOMES,
  type JoinOutcome,
  RUN_PRIORITIES,
  RUN_STATUSES,
  type RunEnd,
  type RunJob,
  type RunPriority,
  type RunStatus,
} from './runs';
