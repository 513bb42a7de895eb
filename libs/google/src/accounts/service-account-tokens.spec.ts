import { Logger } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { generateKeyPairSync } from 'node:crypto';
import { type RequestToken } from './request-token';
import { ServiceAccountTokens } from './service-account-tokens';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

/** A token endpoint that numbers its tokens. */
class Endpoint {
  requests = 0;
  lifetimeSeconds = 3599;
  failure: DomainError | undefined;

  readonly request: RequestToken = async <T>() => {
    this.requests += 1;
    await new Promise(setImmediate);
    if (this.failure) throw this.failure;
    const data = { access_token: `token ${this.requests}`, expires_in: this.lifetimeSeconds };
    return { data } as Awaited<ReturnType<typeof this.request<T>>>;
  };
}

describe('the token of a service account', () => {
  let endpoint: Endpoint;
  let tokens: ServiceAccountTokens;

  beforeEach(() => {
    Logger.overrideLogger(false);
    // Only the clock: what waits for a round of the event loop goes on.
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    endpoint = new Endpoint();
    const key = { email: 'bot@shop.example', privateKey };
    tokens = new ServiceAccountTokens(key, ['scope'], endpoint.request);
  });
  afterEach(() => jest.useRealTimers());

  const pass = (seconds: number): void => void jest.setSystemTime(Date.now() + seconds * 1000);
  const settle = (): Promise<void> => new Promise((done) => setImmediate(() => setImmediate(done)));

  it('is fetched once, however many want it', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => tokens.current()));
    expect(new Set(all)).toEqual(new Set(['token 1']));
    expect(await tokens.current()).toBe('token 1');
    expect(endpoint.requests).toBe(1);
  });

  it('is renewed beside the requests, five minutes before it ends', async () => {
    await tokens.current();
    pass(3599 - 301);
    expect(await tokens.current()).toBe('token 1');
    expect(endpoint.requests).toBe(1);

    pass(2);
    const all = await Promise.all([tokens.current(), tokens.current()]);
    expect(all).toEqual(['token 1', 'token 1']);
    await settle();
    expect(await tokens.current()).toBe('token 2');
    expect(endpoint.requests).toBe(2);
  });

  it('serves on when it cannot be renewed early, until it ends', async () => {
    await tokens.current();
    pass(3599 - 200);
    endpoint.failure = new DomainError('SOURCE_UNAVAILABLE');
    expect(await tokens.current()).toBe('token 1');
    await settle();
    expect(await tokens.current()).toBe('token 1');
    expect(endpoint.requests).toBe(2);

    pass(16);
    expect(await tokens.current()).toBe('token 1');
    await settle();
    expect(endpoint.requests).toBe(3);

    pass(170);
    await expect(tokens.current()).rejects.toMatchObject({ code: 'SOURCE_UNAVAILABLE' });
    endpoint.failure = undefined;
    expect(await tokens.current()).toBe('token 5');
  });

  it('is fetched anew when Google refuses it, once for all that were refused', async () => {
    const refused = await tokens.current();
    const all = await Promise.all([1, 2, 3].map(() => tokens.insteadOf(refused)));
    expect(all).toEqual(['token 2', 'token 2', 'token 2']);
    expect(await tokens.insteadOf(refused)).toBe('token 2');
    expect(endpoint.requests).toBe(2);
  });
});
