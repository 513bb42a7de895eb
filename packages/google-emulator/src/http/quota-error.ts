import { type QuotaRefusal } from '../control/quotas';
import { ApiError } from './api-error';
import { API_SERVICES, QUOTA_NAMES } from './api-services';

/** What Google answers when a quota is used up. It names no time to wait, in no header either. */
export function quotaError(refusal: QuotaRefusal): ApiError {
  return refusal.metric === 'drive' ? driveError(refusal) : standardError(refusal);
}

function standardError({ metric, level, limit, projectNumber }: QuotaRefusal): ApiError {
  const name = QUOTA_NAMES[metric];
  const { service } = API_SERVICES[name.api];
  const isUser = level === 'user';
  const limitTitle = `${name.title} per minute${isUser ? ' per user' : ''}`;
  return new ApiError(
    429,
    'RESOURCE_EXHAUSTED',
    `Quota exceeded for quota metric '${name.title}' and limit '${limitTitle}' of service '${service}' for consumer 'project_number:${projectNumber}'.`,
    {
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'RATE_LIMIT_EXCEEDED',
          domain: 'googleapis.com',
          metadata: {
            quota_limit_value: String(limit),
            service,
            consumer: `projects/${projectNumber}`,
            quota_unit: isUser ? '1/min/{project}/{user}' : '1/min/{project}',
            quota_location: 'global',
            quota_metric: `${service}/${name.metric}`,
            quota_limit: `${name.limit}PerMinutePer${isUser ? 'User' : 'Project'}`,
          },
        },
        {
          '@type': 'type.googleapis.com/google.rpc.Help',
          links: [
            {
              description: 'Request a higher quota limit.',
              url: 'https://cloud.google.com/docs/quotas/help/request_increase',
            },
          ],
        },
      ],
    },
  );
}

function driveError({ level, projectNumber }: QuotaRefusal): ApiError {
  const console = `https://console.developers.google.com/apis/api/drive.googleapis.com/quotas?project=${projectNumber}`;
  const message =
    level === 'user'
      ? `User Rate Limit Exceeded. Rate of requests for user exceed configured project quota. You may consider re-evaluating expected per-user traffic to the API and adjust project quota limits accordingly. You may monitor aggregate quota usage and adjust limits in the API Console: ${console}`
      : `Rate Limit Exceeded. You may monitor aggregate quota usage and adjust limits in the API Console: ${console}`;
  return new ApiError(403, 'PERMISSION_DENIED', message, {
    item: {
      domain: 'usageLimits',
      reason: level === 'user' ? 'userRateLimitExceeded' : 'rateLimitExceeded',
      extendedHelp: console,
    },
  });
}
