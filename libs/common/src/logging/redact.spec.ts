import fc from 'fast-check';
import { redact, redactText } from './redact';

const SECRET = 'S3cr3t-Value';
const secretNames = fc.constantFrom(
  'authorization',
  'Authorization',
  'access_token',
  'refreshToken',
  'tokens',
  'password',
  'ADMIN_PASSWORD',
  'x-api-key',
  'apiKey',
  'client_secret',
  'set-cookie',
  'private_key',
  'credentials',
);

describe('redact', () => {
  it('hides what sounds secret, however deep and whatever shape it has', () => {
    const values = fc.constantFrom<unknown>(SECRET, [SECRET], { value: SECRET });
    const wrap = fc.array(fc.oneof(fc.constant('list'), fc.string({ minLength: 1 })), {
      maxLength: 10,
    });
    fc.assert(
      fc.property(secretNames, values, wrap, (name, value, path) => {
        const leaf: unknown = { [name]: value, visible: 'yes' };
        const object = path.reduceRight<unknown>(
          (inner, step) => (step === 'list' ? [inner] : { [step]: inner }),
          leaf,
        );
        expect(JSON.stringify(redact(object))).not.toContain(SECRET);
      }),
      { numRuns: 200 },
    );
  });

  it('leaves facts about secrets alone', () => {
    const facts = {
      token_type: 'bearer',
      tokens: 5,
      password_changed: true,
      token_expires_at: '2026-11-16T00:00:00Z',
      secret: null,
    };
    expect(redact(facts)).toEqual(facts);
  });

  it('keeps an error readable and its message and cause clean', () => {
    const cause = new Error('GET https://sheets.example/?access_token=abc123&x=1 failed');
    const error = new Error('no login at mongodb://admin:hunter2@db:27017/x', { cause });
    const text = JSON.stringify(redact({ err: error }));
    expect(text).toContain('mongodb://admin:[redacted]@db:27017/x');
    expect(text).toContain('access_token=[redacted]&x=1');
    expect(text).not.toMatch(/hunter2|abc123/);
  });

  it('bounds what it looks at', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(JSON.stringify(redact(loop))).toContain('[too deep]');
    expect(redact(Array.from({ length: 5000 }, (_, i) => i))).toHaveLength(200);
    expect(redact({ body: Buffer.alloc(9) })).toEqual({ body: '[9 bytes]' });
  });
});

describe('redactText', () => {
  it.each([
    ['Authorization: Bearer abc.def-123', 'Authorization: Bearer [redacted]'],
    ['redis://:hunter2@127.0.0.1:6379', 'redis://:[redacted]@127.0.0.1:6379'],
    ['/socket?token=abc&room=1', '/socket?token=[redacted]&room=1'],
    ['{"password":"hunter2","a":1}', '{"password":"[redacted]","a":1}'],
    ['got eyJhbGciOi.eyJzdWIi.c2ln here', 'got [redacted] here'],
    ['nothing to hide: 12 rows in 3 s', 'nothing to hide: 12 rows in 3 s'],
  ])('cleans %s', (text, clean) => {
    expect(redactText(text)).toBe(clean);
  });
});
