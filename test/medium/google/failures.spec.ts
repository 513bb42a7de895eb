import { DomainError } from '@tributary/common';
import { type ServiceAccountKey } from '@tributary/config';
import { type ErrorCode } from '@tributary/contracts';
import { type FaultDefinition, GoogleEmulator } from '@tributary/google-emulator';
import { explainSheetsFailure } from '../../../libs/google/src/sheets/sheets-failure';
import { BOT, connectGoogle, type GoogleClients, keyOf } from '../../factories/google';

/** Every failure that is known of reads from Sheets and Drive, from the wire to its code. */
describe('a failure of Google', () => {
  let emulator: GoogleEmulator;
  let key: ServiceAccountKey;
  let clients: GoogleClients;
  let shared: string;

  beforeEach(async () => {
    emulator = await GoogleEmulator.start();
    key = keyOf(emulator.accounts.create(BOT));
    shared = emulator.sheets.create(
      { title: 'Shop', tabs: [{ title: 'Orders', rows: [['id'], ['1']] }] },
      { readers: [BOT] },
    ).id;
    clients = await connectGoogle(emulator, [key]);
  });
  afterEach(() => emulator.stop());

  const readOrders = (
    id = shared,
    tab = 'Orders',
    options: { quotaWaitMs?: number } = {},
  ): Promise<unknown> =>
    clients.sheets.readRows(id, tab, 2, undefined, { headerRow: 1, ...options });
  /** Only where the quota is known to be held back: a busy machine is late for other reasons too. */
  const readImpatiently = (): Promise<unknown> =>
    readOrders(shared, 'Orders', { quotaWaitMs: 100 });

  async function codeOf(work: Promise<unknown>): Promise<ErrorCode> {
    const error = await work.then(
      () => new Error('It did not fail'),
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof DomainError)) throw error;
    return error.code;
  }

  const requests = (): number => emulator.log.entries({ api: 'sheets' }).length;

  describe('about the spreadsheet', () => {
    it('that does not exist is SHEET_NOT_FOUND', async () => {
      expect(await codeOf(clients.sheets.getMetadata('no-such-id'))).toBe('SHEET_NOT_FOUND');
      expect(await codeOf(readOrders('no-such-id'))).toBe('SHEET_NOT_FOUND');
    });

    it('that is not shared is SHEET_NOT_SHARED, and says with whom to share', async () => {
      const { id } = emulator.sheets.create({ title: 'Private', tabs: [{ title: 'Orders' }] });
      await expect(readOrders(id)).rejects.toMatchObject({
        code: 'SHEET_NOT_SHARED',
        message: `Cannot access sheet. Please share with ${BOT}`,
      });
      expect(await codeOf(clients.sheets.getMetadata(id))).toBe('SHEET_NOT_SHARED');
    });

    it('that is a text document is SHEET_NOT_FOUND', async () => {
      const mimeType = 'application/vnd.google-apps.document';
      const { id } = emulator.files.add({ name: 'Letter', mimeType, readers: [BOT] });
      expect(await codeOf(readOrders(id))).toBe('SHEET_NOT_FOUND');
    });

    it('that is an Excel file is SHEET_IS_OFFICE_FILE', async () => {
      const { id } = emulator.sheets.addOfficeFile('orders.xlsx', { readers: [BOT] });
      expect(await codeOf(clients.sheets.getMetadata(id))).toBe('SHEET_IS_OFFICE_FILE');
      expect(await codeOf(readOrders(id))).toBe('SHEET_IS_OFFICE_FILE');
    });

    it('whose tab is missing is TAB_NOT_FOUND, and names it', async () => {
      await expect(readOrders(shared, 'Nope!')).rejects.toMatchObject({
        code: 'TAB_NOT_FOUND',
        message: 'The spreadsheet has no tab "Nope!".',
      });
    });
  });

  describe('about the request', () => {
    it.each([
      ['a wrong option', '/values/A1?valueRenderOption=FOO', /value_render_option/],
      ['a wrong flag', '?includeGridData=maybe', /include_grid_data/],
      ['a wrong mask', '?fields=sheets.sheetProperties', /invalid argument/],
    ])('that has %s is SOURCE_REFUSED, with what Google said', async (_, path, said) => {
      const account = clients.accounts.named();
      const work = clients.http.read(
        {
          url: `${emulator.url}/v4/spreadsheets/${shared}${path}`,
          quota: 'google:sheets',
          deadlineMs: 10_000,
          maxBytes: 1_000_000,
          explain: (failure) => explainSheetsFailure(failure, account),
        },
        account,
      );
      expect(await codeOf(work)).toBe('SOURCE_REFUSED');
      await expect(work).rejects.toThrow(said);
    });

    it('that came without our token is SOURCE_REFUSED: sharing would not help', async () => {
      const message = "Method doesn't allow unregistered callers.";
      emulator.faults.add({ api: 'sheets', kind: 'status', status: 403, message });
      expect(await codeOf(readOrders())).toBe('SOURCE_REFUSED');
    });
  });

  describe('about the project', () => {
    it('whose API is disabled is GOOGLE_API_DISABLED, with the page that enables it', async () => {
      const other = keyOf(
        emulator.accounts.create('off@shop.example', { disabledApis: ['sheets', 'drive'] }),
      );
      const { sheets, drive } = await connectGoogle(emulator, [other]);
      await expect(sheets.getMetadata(shared)).rejects.toMatchObject({
        code: 'GOOGLE_API_DISABLED',
        message: expect.stringContaining('console.developers.google.com'),
      });
      expect(await codeOf(drive.getStartPageToken())).toBe('GOOGLE_API_DISABLED');
    });

    it('whose quota is used up is RATE_LIMITED, and holds back everybody for a minute', async () => {
      emulator.quotas.set('sheets.read', { perUser: 2 });
      await readOrders();
      await readOrders();
      await expect(readOrders()).rejects.toMatchObject({
        code: 'RATE_LIMITED',
        retryAfterSeconds: 60,
      });
      expect(requests()).toBe(3);
      // The next one does not even ask Google.
      expect(await codeOf(readImpatiently())).toBe('LIMIT_WAIT_TOO_LONG');
      expect(requests()).toBe(3);
    });

    it('whose quota for the whole project is used up is RATE_LIMITED', async () => {
      emulator.quotas.set('sheets.read', { perProject: 1 });
      await readOrders();
      expect(await codeOf(readOrders())).toBe('RATE_LIMITED');
    });

    it('whose quota is zero is GOOGLE_QUOTA_ZERO, and holds back nobody', async () => {
      emulator.quotas.forbid('sheets.read');
      expect(await codeOf(readOrders())).toBe('GOOGLE_QUOTA_ZERO');
      expect(await codeOf(readOrders())).toBe('GOOGLE_QUOTA_ZERO');
    });

    it('whose Drive quota is used up, which is a 403, is RATE_LIMITED', async () => {
      emulator.quotas.set('drive', { perUser: 5 });
      await clients.drive.getFile(shared);
      expect(await codeOf(clients.drive.getFile(shared))).toBe('RATE_LIMITED');
    });
  });

  describe('at the sign-in', () => {
    it('with a key that was replaced is GOOGLE_SIGN_IN_REFUSED', async () => {
      emulator.accounts.rotateKey(BOT);
      await expect(readOrders()).rejects.toMatchObject({
        code: 'GOOGLE_SIGN_IN_REFUSED',
        message: expect.stringContaining('Invalid JWT Signature.'),
      });
    });

    it('of an account that was deleted is GOOGLE_SIGN_IN_REFUSED', async () => {
      emulator.accounts.remove(BOT);
      expect(await codeOf(readOrders())).toBe('GOOGLE_SIGN_IN_REFUSED');
    });

    it('of an account that is disabled is GOOGLE_SIGN_IN_REFUSED', async () => {
      emulator.accounts.disable(BOT);
      expect(await codeOf(readOrders())).toBe('GOOGLE_SIGN_IN_REFUSED');
    });

    it.each<[string, 400 | 401, string, ErrorCode]>([
      [
        'invalid_scope',
        400,
        'Invalid OAuth scope or ID token audience provided.',
        'GOOGLE_SCOPE_MISSING',
      ],
      ['unauthorized_client', 401, 'Client is unauthorized.', 'GOOGLE_SIGN_IN_REFUSED'],
      ['deleted_client', 401, 'The OAuth client was deleted.', 'GOOGLE_SIGN_IN_REFUSED'],
    ])('that is refused with %s (%i) has a code', async (error, status, message, code) => {
      emulator.faults.add({ api: 'oauth', kind: 'status', status, error, message });
      expect(await codeOf(readOrders())).toBe(code);
    });

    it.each([-2, 2])('with a clock that is %i hours off is GOOGLE_CLOCK_SKEW', async (hours) => {
      emulator.clock.advance(hours * 3_600_000);
      expect(await codeOf(readOrders())).toBe('GOOGLE_CLOCK_SKEW');
    });

    it.each<[string, FaultDefinition, ErrorCode]>([
      ['500', { api: 'oauth', kind: 'status', status: 500 }, 'SOURCE_UNAVAILABLE'],
      ['a page of HTML', { api: 'oauth', kind: 'html-502' }, 'SOURCE_UNAVAILABLE'],
      ['429', { api: 'oauth', kind: 'status', status: 429 }, 'RATE_LIMITED'],
      ['a reset', { api: 'oauth', kind: 'reset' }, 'NETWORK_ERROR'],
      ['no token', { api: 'oauth', kind: 'wrong-json', value: { ok: true } }, 'INVALID_RESPONSE'],
    ])('that is answered with %s is told as such, and asked once', async (_, fault, code) => {
      emulator.faults.add(fault);
      expect(await codeOf(readOrders())).toBe(code);
      expect(emulator.log.entries({ api: 'oauth' })).toHaveLength(1);
      expect(requests()).toBe(0);
    });

    it('is no failure when only the token has ended: it is renewed, once', async () => {
      await readOrders();
      emulator.accounts.expireTokens(BOT);
      await readOrders();
      expect(emulator.log.entries({ api: 'oauth' })).toHaveLength(2);
      expect(emulator.log.entries({ api: 'sheets' }).map(({ status }) => status)).toEqual([
        200, 401, 200,
      ]);
    });

    it('that never lets us in is AUTH_FAILED', async () => {
      emulator.faults.add({ kind: 'expired-token', times: Infinity });
      expect(await codeOf(readOrders())).toBe('AUTH_FAILED');
      expect(requests()).toBe(2);
    });

    it('whose scopes are too small is GOOGLE_SCOPE_MISSING', async () => {
      const scope = 'https://www.googleapis.com/auth/drive.metadata.readonly';
      const token = emulator.accounts.issue(BOT, [scope]);
      emulator.faults.add({
        api: 'oauth',
        kind: 'wrong-json',
        value: { access_token: token, expires_in: 3599, token_type: 'Bearer' },
      });
      expect(await codeOf(readOrders())).toBe('GOOGLE_SCOPE_MISSING');
    });
  });

  describe('on the way', () => {
    it.each<[string, FaultDefinition, ErrorCode]>([
      ['500', { kind: 'status', status: 500 }, 'SOURCE_UNAVAILABLE'],
      ['503', { kind: 'status', status: 503 }, 'SOURCE_UNAVAILABLE'],
      ['504', { kind: 'status', status: 504 }, 'TIMEOUT'],
      ['502 in HTML', { kind: 'html-502' }, 'SOURCE_UNAVAILABLE'],
      ['429 in HTML', { kind: 'html-429' }, 'RATE_LIMITED'],
      ['a reset connection', { kind: 'reset' }, 'NETWORK_ERROR'],
      ['a body that breaks off', { kind: 'cut-body', fraction: 0.5 }, 'ANSWER_CUT_OFF'],
      ['a body that is cut', { kind: 'cut-body', fraction: 0.5, clean: true }, 'ANSWER_CUT_OFF'],
      ['nothing in the body', { kind: 'wrong-json', text: '' }, 'ANSWER_CUT_OFF'],
      ['another object', { kind: 'wrong-json', value: {} }, 'INVALID_RESPONSE'],
      ['an array', { kind: 'wrong-json', value: [] }, 'INVALID_RESPONSE'],
      ['null', { kind: 'wrong-json', value: null }, 'INVALID_RESPONSE'],
    ])('that is %s has a code, for Sheets and for Drive', async (_, fault, code) => {
      emulator.faults.add({ ...fault, times: Infinity });
      expect(await codeOf(clients.sheets.getMetadata(shared))).toBe(code);
      const isHeldBack = code === 'RATE_LIMITED';
      expect(await codeOf(isHeldBack ? readImpatiently() : readOrders())).toBe(
        isHeldBack ? 'LIMIT_WAIT_TOO_LONG' : code,
      );
      expect(await codeOf(clients.drive.getFile(shared))).toBe(code);
      const statuses = emulator.log.entries({ route: 'files.get' });
      expect(statuses).toHaveLength(1);
    });

    it('that is a refused connection is CONNECTION_REFUSED', async () => {
      await emulator.stop();
      expect(await codeOf(readOrders())).toBe('CONNECTION_REFUSED');
    });

    it('that is no answer at all is TIMEOUT', async () => {
      emulator.faults.add({ kind: 'hang', times: Infinity });
      // Until the permit is too old, since nobody wants to wait for the real deadline.
      const { sheets } = await connectGoogle(emulator, [key], undefined, { maxFlightMs: 300 });
      expect(await codeOf(sheets.getMetadata(shared))).toBe('TIMEOUT');
    });

    it('ends when nobody wants the answer any more', async () => {
      emulator.faults.add({ kind: 'hang', times: Infinity });
      const reason = new Error('the run was cancelled');
      const signal = AbortSignal.timeout(200);
      const aborted = new AbortController();
      signal.addEventListener('abort', () => aborted.abort(reason));
      await expect(clients.sheets.getMetadata(shared, { signal: aborted.signal })).rejects.toBe(
        reason,
      );
    });
  });

  describe('of Drive', () => {
    it('for a file that is not shared, or is not there, is SHEET_NOT_FOUND', async () => {
      const { id } = emulator.sheets.create({ title: 'Private', tabs: [{ title: 'Orders' }] });
      expect(await codeOf(clients.drive.getFile(id))).toBe('SHEET_NOT_FOUND');
      await expect(clients.drive.getFile('nope')).rejects.toThrow(`not shared with ${BOT}`);
    });

    it('for a place in the feed that it does not know is CHANGES_TOKEN_INVALID', async () => {
      expect(await codeOf(clients.drive.listChanges('nonsense'))).toBe('CHANGES_TOKEN_INVALID');
    });
  });
});
