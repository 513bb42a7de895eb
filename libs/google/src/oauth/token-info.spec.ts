import { requireBusinessScope, scopesOf } from './business-scope';
import { readTokenInfo } from './token-info';

const NOW = Date.UTC(2026, 10, 1);
const ANSWER = {
  azp: '123-azp.apps.googleusercontent.com',
  aud: '123-aud.apps.googleusercontent.com',
  sub: '1111',
  scope: 'openid email https://www.googleapis.com/auth/business.manage',
  exp: '1',
  expires_in: '3488',
  email: 'lan@shop.example',
  email_verified: 'true',
  access_type: 'offline',
};
const read = (changes: Record<string, unknown> = {}) =>
  readTokenInfo({ ...ANSWER, ...changes }, NOW);

describe('what Google tells of a token', () => {
  it('is read; its end is counted by our own clock, whatever time Google has', () => {
    expect(read()).toEqual({
      scopes: ['openid', 'email', 'https://www.googleapis.com/auth/business.manage'],
      expiresAt: new Date(NOW + 3_488_000),
      clientId: '123-azp.apps.googleusercontent.com',
      userId: '1111',
      email: 'lan@shop.example',
    });
    expect(read({ azp: undefined }).clientId).toBe('123-aud.apps.googleusercontent.com');
    expect(read({ expires_in: 10 }).expiresAt).toEqual(new Date(NOW + 10_000));
  });

  it('may leave out who the user is', () => {
    expect(read({ sub: undefined, email: undefined })).toMatchObject({
      userId: undefined,
      email: undefined,
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['aud', { azp: undefined, aud: undefined }],
    ['aud', { azp: '', aud: '' }],
    ['azp', { azp: 7 }],
    ['expires_in', { expires_in: undefined }],
    ['expires_in', { expires_in: 'soon' }],
    ['scope', { scope: [] }],
    ['sub', { sub: 1111 }],
  ])('is refused with the name of the field that is wrong: %s', (field, changes) => {
    expect(() => read(changes)).toThrow(
      expect.objectContaining({ code: 'INVALID_RESPONSE' }) as Error,
    );
    expect(() => read(changes)).toThrow(` at ${field}.`);
  });
});

describe('the scope of Business Profile', () => {
  it.each(['business.manage', 'plus.business.manage'])('may be %s', (name) => {
    const scopes = scopesOf(`openid  https://www.googleapis.com/auth/${name}`);
    expect(() => requireBusinessScope(scopes)).not.toThrow();
  });

  it.each(['', 'openid', 'business.manage', 'https://www.googleapis.com/auth/business.manager'])(
    'is missing in %j',
    (scopes) => {
      expect(() => requireBusinessScope(scopesOf(scopes))).toThrow(
        expect.objectContaining({ code: 'BUSINESS_SCOPE_MISSING' }) as Error,
      );
    },
  );
});
