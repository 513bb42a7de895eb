import { openBottleneck } from './bottleneck';
import { type OpenLimiter } from './limiter';
import { openRateLimiterFlexible } from './rate-limiter-flexible';
import { openTributary } from './tributary';
import { type LimiterName } from './limiter-name';

/** How each of the libraries is opened. */
export const limiters: Record<LimiterName, OpenLimiter> = {
  tributary: openTributary,
  'rate-limiter-flexible': openRateLimiterFlexible,
  bottleneck: openBottleneck,
};
