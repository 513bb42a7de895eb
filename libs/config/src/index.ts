export { ConfigError, type ConfigProblem } from './config-error';
export { renderConfigTable } from './config-table';
export { Config, ConfigModule } from './config.module';
export { renderEnvExample } from './env-example';
export { loadConfig } from './load-config';
export {
  type BucketLimit,
  parseQuotaLimits,
  QUOTA_LIMITS_EXPECTED,
  type QuotaLimit,
  quotaLimits,
  type WindowLimit,
} from './quota-limits';
export { readEnvironment } from './read-environment';
export { type RawEnvironment } from './secret-files';
export { type ServiceAccountKey } from './service-accounts';
export { type NamedKey, type Variable } from './variable-definition';
export {
  choice,
  decimal,
  integer,
  optionalSecret,
  optionalText,
  optionalUrl,
  secret,
  text,
  word,
} from './variable-definition';
// All of it, and not by name: only so can a feature add its own table of variables.
export * from './define-variables';
export { GENERAL_VARIABLES } from './general-variables';
