import fc from 'fast-check';
import { readFailure } from './google-failure';
import { toGoogleError } from './to-google-error';

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: new Headers(headers), text };
}

function errorBody(fields: Record<string, unknown>): { error: Record<string, unknown> } {
  return { error: { message: 'Something.', ...fields } };
}

const info = (reason: string, metadata: Record<string, unknown> = {}): unknown => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  metadata,
});
const perMinute = info('RATE_LIMIT_EXCEEDED', {
  quota_unit: '1/min/{project}/{user}',
  quota_limit_value: '60',
});

const errorOf = (...parts: Parameters<typeof answer>): ReturnType<typeof toGoogleError> =>
  toGoogleError(readFailure(answer(...parts)));

describe('an error answer of Google', () => {
  it.each([
    ['429', answer(429, errorBody({ status: 'RESOURCE_EXHAUSTED' })), 'RATE_LIMITED'],
    ['429 in HTML', answer(429, "<html>We're sorry...</html>"), 'RATE_LIMITED'],
    [
      'a 403 of Drive that means 429',
      answer(403, errorBody({ errors: [{ reason: 'userRateLimitExceeded' }] })),
      'RATE_LIMITED',
    ],
    [
      'a quota of zero',
      answer(
        429,
        errorBody({ details: [info('RATE_LIMIT_EXCEEDED', { quota_limit_value: '0' })] }),
      ),
      'GOOGLE_QUOTA_ZERO',
    ],
    ['401', answer(401, errorBody({ status: 'UNAUTHENTICATED' })), 'AUTH_FAILED'],
    [
      'a disabled API',
      answer(403, errorBody({ details: [info('SERVICE_DISABLED')] })),
      'GOOGLE_API_DISABLED',
    ],
    [
      'a disabled API, the old way',
      answer(403, errorBody({ errors: [{ reason: 'accessNotConfigured' }] })),
      'GOOGLE_API_DISABLED',
    ],
    [
      'a scope that is too small',
      answer(403, errorBody({ details: [info('ACCESS_TOKEN_SCOPE_INSUFFICIENT')] })),
      'GOOGLE_SCOPE_MISSING',
    ],
    ['500', answer(500, errorBody({ status: 'INTERNAL' })), 'SOURCE_UNAVAILABLE'],
    ['502 in HTML', answer(502, '<html>Error 502 (Server Error)!!1'), 'SOURCE_UNAVAILABLE'],
    ['503', answer(503, errorBody({ status: 'UNAVAILABLE' })), 'SOURCE_UNAVAILABLE'],
    ['504', answer(504, errorBody({ status: 'DEADLINE_EXCEEDED' })), 'TIMEOUT'],
    ['408', answer(408, ''), 'TIMEOUT'],
    ['a page instead of an API', answer(404, '<html>Not here</html>'), 'INVALID_RESPONSE'],
  ])('that is %s has a code', (_, incoming, code) => {
    expect(toGoogleError(readFailure(incoming))?.code).toBe(code);
  });

  it('is left to the API where it depends on it', () => {
    expect(errorOf(404, errorBody({ status: 'NOT_FOUND' }))).toBeUndefined();
    expect(errorOf(403, errorBody({ status: 'PERMISSION_DENIED' }))).toBeUndefined();
    expect(errorOf(400, errorBody({ status: 'INVALID_ARGUMENT' }))).toBeUndefined();
  });

  it('says how long to wait: as told, else a minute for a quota a minute', () => {
    const waits = (...parts: Parameters<typeof answer>) => errorOf(...parts)?.retryAfterSeconds;
    expect(waits(429, errorBody({ details: [perMinute] }))).toBe(60);
    expect(waits(429, errorBody({ details: [perMinute] }), { 'Retry-After': '7' })).toBe(7);
    expect(waits(429, errorBody({}))).toBe(1);
    expect(waits(503, errorBody({}), { 'Retry-After': '30' })).toBe(30);
    const inTenSeconds = new Date(Date.now() + 10_000).toUTCString();
    expect(waits(429, errorBody({}), { 'Retry-After': inTenSeconds })).toBeGreaterThan(8);
    expect(waits(429, errorBody({}), { 'Retry-After': 'soon' })).toBe(1);
  });

  it('may be anything at all', () => {
    const bodies = fc.oneof(fc.jsonValue(), fc.record({ error: fc.jsonValue() }), fc.string());
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 599 }), bodies, (status, body) => {
        expect(() => errorOf(status, body)).not.toThrow();
      }),
    );
  });
});
