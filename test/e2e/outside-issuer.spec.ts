import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { startApp, type TestApp } from '../factories/app';
import { Client, newCredentials } from '../factories/client';
import { testEnvironment } from '../factories/environment';

interface IssuerKey {
  alg: string;
  kid: string;
  privateKey: CryptoKey;
}

/** A real issuer: it serves its public keys over HTTP and signs with the private ones. */
class Issuer {
  answers = true;
  private readonly published: object[] = [];
  private readonly server: Server = createServer((_, response) => {
    response.writeHead(this.answers ? 200 : 503, { 'Content-Type': 'application/json' });
    response.end(this.answers ? JSON.stringify({ keys: this.published }) : '');
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/keys`;
  }

  async addKey(alg: string): Promise<IssuerKey> {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    const kid = `key-${this.published.length}`;
    this.published.push({ ...(await exportJWK(publicKey)), kid, alg });
    return { alg, kid, privateKey };
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

function sign({ alg, kid, privateKey }: IssuerKey, claims: JWTPayload): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg, kid })
    .setIssuer('https://id.example')
    .setAudience('tributary')
    .setExpirationTime('5m')
    .sign(privateKey);
}

describe('tokens of an outside issuer', () => {
  const issuer = new Issuer();
  let test: TestApp;
  let keySet: string;

  const me = (accessToken: string) => new Client(test.server, accessToken).get('/api/v1/auth/me');

  beforeAll(async () => {
    keySet = await issuer.start();
    test = await startApp({
      JWT_JWKS_URL: keySet,
      JWT_ISSUER: 'https://id.example',
      JWT_ROLE_CLAIM: 'roles',
    });
  });
  afterAll(() => issuer.stop());

  it.each(['RS256', 'ES256'])('are accepted when signed with %s', async (alg) => {
    const key = await issuer.addKey(alg);
    const { server } = await startApp({ JWT_JWKS_URL: keySet, JWT_ISSUER: 'https://id.example' });
    const accessToken = await sign(key, { sub: 'google-oauth2|77', email: 'mai@shop.example' });
    const { body } = await new Client(server, accessToken).get('/api/v1/auth/me').expect(200);
    expect(body).toEqual({
      id: 'google-oauth2|77',
      email: 'mai@shop.example',
      role: 'user',
      created_at: null,
    });
  });

  it('make an admin when the role claim says so', async () => {
    const key = await issuer.addKey('RS256');
    const { body } = await me(await sign(key, { sub: '1', roles: ['staff', 'admin'] })).expect(200);
    expect(body.role).toBe('admin');
  });

  it('are refused with any other algorithm, even one of the key set', async () => {
    const key = await issuer.addKey('PS256');
    await me(await sign(key, { sub: '1' })).expect(401);
  });

  it('are refused when they are HS256 with our own secret', async () => {
    const secret = new TextEncoder().encode(testEnvironment().JWT_SECRET);
    const accessToken = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('1')
      .setIssuer('https://id.example')
      .setAudience('tributary')
      .setExpirationTime('5m')
      .sign(secret);
    await me(accessToken).expect(401);
  });

  it('turn local sign-in off, and say where to go', async () => {
    for (const path of ['register', 'login']) {
      const { body } = await new Client(test.server)
        .post(`/api/v1/auth/${path}`, newCredentials())
        .expect(403);
      expect(body.detail).toContain('outside issuer');
    }
  });

  it('are neither right nor wrong while the key set cannot be read: 503', async () => {
    const key = await issuer.addKey('RS256');
    const { server } = await startApp({ JWT_JWKS_URL: keySet, JWT_ISSUER: 'https://id.example' });
    issuer.answers = false;
    const client = new Client(server, await sign(key, { sub: '1' }));
    await client.get('/api/v1/auth/me').expect(503);
    issuer.answers = true;
    await client.get('/api/v1/auth/me').expect(200);
  });
});
