import {
  ClientAuthentication,
  CodeChallengeMethod,
  gaxios,
  JWT,
  OAuth2Client,
} from 'google-auth-library';
import { NotesApi, ROBOT } from '../testing/notes-api';
import { NOTES_SCOPE } from '../testing/notes-module';
import { type KeyFile } from './key-file';

let api: NotesApi;
let key: KeyFile;

beforeAll(async () => {
  api = await NotesApi.start();
  key = api.core.accounts.create(ROBOT);
});
afterAll(() => api.stop());
afterEach(() => api.core.reset());

/** Sends what is meant for Google to the emulator; the library has no option for that. */
function transporter(): gaxios.Gaxios {
  const transport = new gaxios.Gaxios({ fetchImplementation: fetch });
  transport.interceptors.request.add({
    resolved: (config) => {
      const url = new URL(config.url);
      config.url = new URL(`${api.url}${url.pathname}${url.search}`);
      return Promise.resolve(config);
    },
  });
  return transport;
}

function client(privateKey = key.private_key): JWT {
  return new JWT({
    email: key.client_email,
    key: privateKey,
    scopes: [NOTES_SCOPE],
    transporter: transporter(),
  });
}

const NOTE = 'https://sheets.googleapis.com/v4/spreadsheets/notes/7';

describe("Google's own library", () => {
  it('gets a token with a key file and calls an API with it', async () => {
    const response = await client().request<{ id: string }>({ url: NOTE });
    expect(response.data.id).toBe('7');
    expect(api.core.log.entries()).toMatchObject([
      { api: 'oauth', route: 'token', path: '/token', account: ROBOT, status: 200 },
      { api: 'sheets', account: ROBOT, status: 200 },
    ]);
  });

  it('hears why a key is refused', async () => {
    const other = api.core.accounts.create('other@project-one.iam.gserviceaccount.com');
    await expect(client(other.private_key).authorize()).rejects.toMatchObject({
      response: {
        status: 400,
        data: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' },
      },
    });
  });

  it('asks for another token when one has ended', async () => {
    api.core.accounts.tokenLifetimeSeconds = 1;
    const jwt = client();
    await jwt.request({ url: NOTE });
    api.core.accounts.tokenLifetimeSeconds = 3600;
    await jwt.request({ url: NOTE });
    await jwt.request({ url: NOTE });
    expect(api.core.log.entries({ api: 'oauth' }).length).toBe(2);
  });

  it('tries again when tokens cannot be had for a moment', async () => {
    const fault = api.core.faults.add({
      kind: 'status',
      status: 503,
      api: 'oauth',
      account: ROBOT,
    });
    await client().authorize();
    expect(fault.hits).toBe(1);
    expect(api.core.log.entries({ api: 'oauth' }).map(({ status }) => status)).toEqual([503, 200]);
  });

  it('acts for a user with a refresh token', async () => {
    const user = api.core.accounts.createUser('owner@shop.test', { scopes: [NOTES_SCOPE] });
    const oauth = new OAuth2Client({
      clientId: user.client_id,
      clientSecret: user.client_secret,
      transporter: transporter(),
    });
    oauth.setCredentials({ refresh_token: user.refresh_token });
    expect((await oauth.request<{ id: string }>({ url: NOTE })).data.id).toBe('7');
  });

  it('takes a web app through consent, tokens, refresh and revocation', async () => {
    const { accounts, authorization } = api.core;
    const app = accounts.clients.create({ redirectUris: ['https://app.test/callback'] });
    accounts.addUser('lan@shop.test');
    const oauth = new OAuth2Client({
      clientId: app.clientId,
      clientSecret: app.clientSecret,
      redirectUri: 'https://app.test/callback',
      transporter: transporter(),
    });
    const { codeVerifier, codeChallenge } = await oauth.generateCodeVerifierAsync();
    const url = oauth.generateAuthUrl({
      access_type: 'offline',
      scope: [NOTES_SCOPE, 'email'],
      state: 'once',
      prompt: 'consent',
      code_challenge_method: CodeChallengeMethod.S256,
      code_challenge: codeChallenge ?? '',
    });
    const answer = new URL(authorization.answer(url, { email: 'lan@shop.test' })).searchParams;
    expect(answer.get('state')).toBe('once');
    const code = answer.get('code') ?? '';
    await expect(oauth.getToken({ code })).rejects.toThrow('invalid_grant');
    const { tokens } = await oauth.getToken({ code, codeVerifier });
    expect(tokens).toMatchObject({ refresh_token: expect.any(String), token_type: 'Bearer' });

    oauth.setCredentials(tokens);
    expect((await oauth.request<{ id: string }>({ url: NOTE })).data.id).toBe('7');
    const info = await oauth.getTokenInfo(tokens.access_token ?? '');
    expect(info).toMatchObject({
      aud: app.clientId,
      azp: app.clientId,
      email: 'lan@shop.test',
      scopes: [NOTES_SCOPE, 'email'],
      access_type: 'offline',
    });
    expect(info.expiry_date).toBeGreaterThan(Date.now());

    oauth.setCredentials({ refresh_token: tokens.refresh_token ?? '' });
    const { token } = await oauth.getAccessToken();
    expect(token).not.toBe(tokens.access_token);
    await oauth.revokeCredentials();
    oauth.setCredentials({ refresh_token: tokens.refresh_token ?? '' });
    await expect(oauth.getAccessToken()).rejects.toThrow('invalid_grant');
    await expect(oauth.getTokenInfo(token ?? '')).rejects.toMatchObject({
      response: { status: 400, data: { error: 'invalid_token' } },
    });
  });

  it('may name the client in a header', async () => {
    const user = api.core.accounts.createUser('an@shop.test');
    const oauth = new OAuth2Client({
      clientId: user.client_id,
      clientSecret: user.client_secret,
      clientAuthentication: ClientAuthentication.ClientSecretBasic,
      redirectUri: 'https://app.test/callback',
      transporter: transporter(),
    });
    await expect(oauth.getToken('4/x')).rejects.toMatchObject({
      response: { data: { error: 'invalid_grant', error_description: 'Bad Request' } },
    });
  });
});
