export {
  type BackoffState,
  type LimitUse,
  type OwnerWaiters,
  type QuotaSnapshot,
} from './quota-snapshot';
export { type Clock, SYSTEM_CLOCK } from './clock';
export { type Permit } from './permit';
export { type Quota } from './quota';
export { type QuotaLimit, limitsOf, type QuotaPolicies } from './quota-policy';
export { RateLimitModule } from './rate-limit.module';
export { type AcquireOptions, RateLimiter, type RateLimiterOptions } from './rate-limiter';
export { TokenBucket } from './token-bucket';
export { type Usage, UsageJournal } from './usage-journal';
