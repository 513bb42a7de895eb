import { DomainError } from '@tributary/common';
import { type ErrorCode } from '@tributary/contracts';
import { type FaultDefinition, GoogleEmulator } from '@tributary/google-emulator';
import { bearerCredentials, type UserCall } from '@tributary/google';
import { accountWith, locationWith, merchantCall, MERCHANT } from '../../factories/business';
import { type BusinessClients, connectGoogle } from '../../factories/google';

const LOCATION = { accountId: '1', locationId: '5' };

/** Every failure that is known of Business Profile, from the wire to its code. */
describe('a failure of Business Profile', () => {
  let emulator: GoogleEmulator;
  let business: BusinessClients;
  let clientId: string;
  let call: UserCall;

  beforeEach(async () => {
    emulator = await GoogleEmulator.start();
    ({ client_id: clientId } = emulator.accounts.createUser(MERCHANT));
    const unverified = locationWith('6', 0, { verified: false });
    emulator.business.add(accountWith('1', [locationWith('5', 120), unverified]));
    call = merchantCall(emulator, clientId);
    ({ business } = await connectGoogle(emulator, []));
  });
  afterEach(() => emulator.stop());

  async function failureOf(work: Promise<unknown>): Promise<DomainError> {
    const error = await work.then(
      () => new Error('It did not fail'),
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof DomainError)) throw error;
    return error;
  }
  const codeOf = async (work: Promise<unknown>): Promise<ErrorCode> => (await failureOf(work)).code;

  /** A call of each kind. */
  const calls = (as = call): (() => Promise<unknown>)[] => [
    () => business.accounts.list(as),
    () => business.locations.list(as, '1'),
    () => business.reviews.list(as, LOCATION),
    () => business.reviews.get(as, LOCATION, '5-1'),
    () => business.reviews.listBatch(as, '1', ['5']),
  ];
  async function codesOf(as = call): Promise<Set<ErrorCode>> {
    const codes = new Set<ErrorCode>();
    for (const ask of calls(as)) codes.add(await codeOf(ask()));
    return codes;
  }

  describe('about what was asked for', () => {
    it('that does not exist, or is not ours, has a code for what it is', async () => {
      expect(await codeOf(business.locations.list(call, '2'))).toBe('BUSINESS_ACCOUNT_NOT_FOUND');
      for (const location of [
        { accountId: '1', locationId: '7' },
        { accountId: '2', locationId: '5' },
      ]) {
        const list = business.reviews.list(call, location);
        expect(await codeOf(list)).toBe('BUSINESS_LOCATION_NOT_FOUND');
      }
      const batch = business.reviews.listBatch(call, '1', ['5', '7']);
      expect(await codeOf(batch)).toBe('BUSINESS_LOCATION_NOT_FOUND');
    });

    it('that is a review which was deleted is BUSINESS_REVIEW_NOT_FOUND', async () => {
      await business.reviews.get(call, LOCATION, '5-3');
      emulator.business.removeReview('5', '5-3');
      const get = business.reviews.get(call, LOCATION, '5-3');
      expect(await codeOf(get)).toBe('BUSINESS_REVIEW_NOT_FOUND');
    });

    it('that is an unverified location is LOCATION_NOT_VERIFIED, asked once', async () => {
      const unverified = { accountId: '1', locationId: '6' };
      expect(await codeOf(business.reviews.list(call, unverified))).toBe('LOCATION_NOT_VERIFIED');
      expect(emulator.log.entries({ api: 'reviews' })).toHaveLength(1);
      const batch = business.reviews.listBatch(call, '1', ['5', '6']);
      const failure = await failureOf(batch);
      expect(failure.code).toBe('LOCATION_NOT_VERIFIED');
      expect(failure.definition.retryable).toBe(false);
    });

    it('that is a page which nobody knows is PAGE_TOKEN_INVALID', async () => {
      const pageToken = 'nonsense';
      for (const ask of [
        business.accounts.list(call, pageToken),
        business.locations.list(call, '1', pageToken),
        business.reviews.list(call, LOCATION, { pageToken }),
        business.reviews.listBatch(call, '1', ['5'], { pageToken }),
      ]) {
        expect(await codeOf(ask)).toBe('PAGE_TOKEN_INVALID');
      }
    });

    it('that the user may not see at all is BUSINESS_ACCESS_DENIED, for good', async () => {
      const message = 'The caller does not have permission';
      emulator.faults.add({ kind: 'status', status: 403, message, times: Infinity });
      expect(await codesOf()).toEqual(new Set(['BUSINESS_ACCESS_DENIED']));
      const failure = await failureOf(business.accounts.list(call));
      expect(failure.definition.retryable).toBe(false);
    });
  });

  describe('about the token', () => {
    it('that has ended is GOOGLE_TOKEN_EXPIRED, asked once', async () => {
      emulator.accounts.expireTokens(MERCHANT);
      expect(await codesOf()).toEqual(new Set(['GOOGLE_TOKEN_EXPIRED']));
      expect(emulator.log.entries().map(({ status }) => status)).toEqual(calls().map(() => 401));
    });

    it('that ends between two pages is GOOGLE_TOKEN_EXPIRED', async () => {
      const pages = business.reviews.pages(call, LOCATION);
      expect((await pages.next()).value?.reviews).toHaveLength(50);
      emulator.accounts.expireTokens(MERCHANT);
      expect(await codeOf(pages.next())).toBe('GOOGLE_TOKEN_EXPIRED');
    });

    it('that ended does not wait for the quota a second time', async () => {
      ({ business } = await connectGoogle(emulator, [], 'bucket 1@0.001/s per account'));
      emulator.accounts.expireTokens(MERCHANT);
      expect(await codeOf(business.accounts.list(call))).toBe('GOOGLE_TOKEN_EXPIRED');
    });

    it('that can be none reaches nobody, and is not quoted', async () => {
      const accessToken = 'ya29.secret\r\nX-Header: 1';
      const failure = await failureOf(
        business.accounts.list({ credentials: bearerCredentials({ accessToken, clientId }) }),
      );
      expect(failure.code).toBe('GOOGLE_TOKEN_EXPIRED');
      expect(`${failure.stack} ${String(failure.cause)}`).not.toContain('secret');
      expect(emulator.log.entries()).toEqual([]);
    });

    it('that does not cover Business Profile is GOOGLE_SCOPE_MISSING', async () => {
      const email = merchantCall(emulator, clientId, ['email']);
      expect(await codesOf(email)).toEqual(new Set(['GOOGLE_SCOPE_MISSING']));
    });
  });

  describe('about the project', () => {
    const METRICS = ['accountManagement', 'businessInformation', 'reviews'] as const;

    it('that is not approved is GOOGLE_QUOTA_ZERO, and holds back nobody', async () => {
      for (const metric of METRICS) emulator.quotas.forbid(metric);
      expect(await codesOf()).toEqual(new Set(['GOOGLE_QUOTA_ZERO']));
      expect(await codesOf()).toEqual(new Set(['GOOGLE_QUOTA_ZERO']));
    });

    it('whose quota is used up is RATE_LIMITED, and holds back its client for a minute', async () => {
      emulator.quotas.set('reviews', { perProject: 1 });
      await business.reviews.list(call, LOCATION);
      const failure = await failureOf(business.reviews.list(call, LOCATION));
      expect(failure).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 60 });
      const impatient = { ...call, quotaWaitMs: 100 };
      const next = business.reviews.get(impatient, LOCATION, '5-1');
      expect(await codeOf(next)).toBe('LIMIT_WAIT_TOO_LONG');
      expect(emulator.log.entries({ api: 'reviews' })).toHaveLength(2);
      // The other APIs have quotas of their own.
      await business.accounts.list(call);
      await business.locations.list(call, '1');
    });

    it('that is asked to wait waits as long as it was told', async () => {
      emulator.faults.add({ kind: 'status', status: 429, retryAfter: 7 });
      const failure = await failureOf(business.accounts.list(call));
      expect(failure).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 7 });
    });

    it('whose API is disabled is GOOGLE_API_DISABLED', async () => {
      const { clientId: other } = emulator.accounts.clients.create({
        disabledApis: ['accountManagement', 'businessInformation', 'reviews'],
      });
      expect(await codesOf(merchantCall(emulator, other))).toEqual(
        new Set(['GOOGLE_API_DISABLED']),
      );
    });
  });

  describe('on the way', () => {
    it.each<[string, FaultDefinition, ErrorCode]>([
      ['500', { kind: 'status', status: 500 }, 'SOURCE_UNAVAILABLE'],
      ['503', { kind: 'status', status: 503 }, 'SOURCE_UNAVAILABLE'],
      ['504', { kind: 'status', status: 504 }, 'TIMEOUT'],
      ['400', { kind: 'status', status: 400 }, 'SOURCE_REFUSED'],
      ['502 in HTML', { kind: 'html-502' }, 'SOURCE_UNAVAILABLE'],
      ['a page of HTML', { kind: 'wrong-json', text: '<html>' }, 'ANSWER_CUT_OFF'],
      ['a reset connection', { kind: 'reset' }, 'NETWORK_ERROR'],
      ['a body that breaks off', { kind: 'cut-body', fraction: 0.5 }, 'ANSWER_CUT_OFF'],
      ['a body that is cut', { kind: 'cut-body', fraction: 0.5, clean: true }, 'ANSWER_CUT_OFF'],
      ['an array', { kind: 'wrong-json', value: [] }, 'INVALID_RESPONSE'],
      ['null', { kind: 'wrong-json', text: 'null' }, 'INVALID_RESPONSE'],
      [
        'lists of another type',
        {
          kind: 'wrong-json',
          value: { accounts: 1, locations: 1, reviews: 1, locationReviews: 1 },
        },
        'INVALID_RESPONSE',
      ],
    ])('that is %s has a code, and is asked once', async (_, fault, code) => {
      emulator.faults.add({ ...fault, times: Infinity });
      expect(await codesOf()).toEqual(new Set([code]));
      expect(emulator.log.entries()).toHaveLength(calls().length);
    });

    it('that is a page which leads to itself is INVALID_RESPONSE', async () => {
      const value = { nextPageToken: 'same' };
      emulator.faults.add({ kind: 'wrong-json', value, times: Infinity });
      const pages = business.accounts.pages(call);
      await pages.next();
      expect(await codeOf(pages.next())).toBe('INVALID_RESPONSE');
    });

    it('that is larger than we want to hold is INVALID_RESPONSE', async () => {
      emulator.faults.add({ kind: 'wrong-json', text: `"${'x'.repeat(16_000_000)}"` });
      const failure = await failureOf(business.reviews.list(call, LOCATION));
      expect(failure.code).toBe('INVALID_RESPONSE');
      expect(failure.message).toBe('The response has more than 16000000 bytes.');
    });

    it('that is no answer at all is TIMEOUT', async () => {
      emulator.faults.add({ kind: 'hang', times: Infinity });
      // Until the permit is too old, since nobody wants to wait for the real deadline.
      ({ business } = await connectGoogle(emulator, [], undefined, { maxFlightMs: 300 }));
      expect(await codeOf(business.accounts.list(call))).toBe('TIMEOUT');
    });

    it('ends when nobody wants the answer any more', async () => {
      emulator.faults.add({ kind: 'hang', times: Infinity });
      const reason = new Error('the job was cancelled');
      const aborted = new AbortController();
      const work = business.reviews.list({ ...call, signal: aborted.signal }, LOCATION);
      aborted.abort(reason);
      await expect(work).rejects.toBe(reason);
    });
  });
});
