import { invalidToken } from '../auth/access-errors';
import { type FaultStatus } from '../control/fault-definition';
import { DEFAULT_LIMITS, type QuotaLimits } from '../control/quotas';
import { ApiError } from './api-error';
import { quotaError } from './quota-error';
import { type QuotaMetric } from './route';

/** Whose quota a made-up 429 speaks of. */
export interface QuotaSubject {
  readonly metric: QuotaMetric;
  readonly limits: QuotaLimits;
  readonly projectNumber: string;
}

const PLAIN = {
  400: ['INVALID_ARGUMENT', 'Request contains an invalid argument.'],
  403: ['PERMISSION_DENIED', 'The caller does not have permission'],
  404: ['NOT_FOUND', 'Requested entity was not found.'],
  500: ['INTERNAL', 'Internal error encountered.'],
  503: ['UNAVAILABLE', 'The service is currently unavailable.'],
  504: ['DEADLINE_EXCEEDED', 'Deadline expired before operation could complete.'],
} as const;

/** What Google's APIs say with a status when there is nothing special to say. */
export function statusError(
  status: Exclude<FaultStatus, 502>,
  { metric, limits, projectNumber }: QuotaSubject,
): ApiError {
  if (status === 401) return invalidToken();
  if (status !== 429) {
    const [name, message] = PLAIN[status];
    return new ApiError(status, name, message);
  }
  if (metric === 'drive') {
    return new ApiError(429, 'RESOURCE_EXHAUSTED', 'Rate Limit Exceeded', {
      item: { domain: 'usageLimits', reason: 'rateLimitExceeded' },
    });
  }
  // Where no quota is left that could be used up, it is Google's own that was.
  const isOff = limits.perUser === 'unlimited' && limits.perProject === 'unlimited';
  const { perUser, perProject } = isOff ? DEFAULT_LIMITS[metric] : limits;
  const isUser = perUser !== 'unlimited';
  const limit = Number(isUser ? perUser : perProject);
  return quotaError({ metric, level: isUser ? 'user' : 'project', limit, projectNumber });
}
