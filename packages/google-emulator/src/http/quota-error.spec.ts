import { quotaError } from './quota-error';

describe('quotaError', () => {
  it('of a project that Business Profile has not approved names a limit of 0', () => {
    const error = quotaError({
      metric: 'accountManagement',
      level: 'project',
      limit: 0,
      projectNumber: '123',
    });
    expect([error.code, error.status, error.message]).toEqual([
      429,
      'RESOURCE_EXHAUSTED',
      "Quota exceeded for quota metric 'Requests' and limit 'Requests per minute' of service 'mybusinessaccountmanagement.googleapis.com' for consumer 'project_number:123'.",
    ]);
    expect(error.options.details?.[0]).toMatchObject({
      metadata: {
        quota_metric: 'mybusinessaccountmanagement.googleapis.com/default_requests',
        quota_limit: 'DefaultRequestsPerMinutePerProject',
        quota_unit: '1/min/{project}',
        quota_limit_value: '0',
        quota_location: 'global',
      },
    });
  });

  it('of a project names the limit of the project', () => {
    const error = quotaError({
      metric: 'sheets.write',
      level: 'project',
      limit: 300,
      projectNumber: '123',
    });
    expect(error.message).toContain("'Write requests' and limit 'Write requests per minute' of");
    expect(error.options.details?.[0]).toMatchObject({
      metadata: {
        quota_metric: 'sheets.googleapis.com/write_requests',
        quota_limit: 'WriteRequestsPerMinutePerProject',
        quota_limit_value: '300',
      },
    });
  });

  it('of Drive is 403 with a reason', () => {
    const error = quotaError({ metric: 'drive', level: 'project', limit: 9, projectNumber: '1' });
    expect([error.code, error.options.item?.reason]).toEqual([403, 'rateLimitExceeded']);
  });
});
