export { type ErrorCategory, type ErrorCode, type ErrorDefinition, ERRORS } from './errors';
export { type UserRole, USER_ROLES } from './roles';
