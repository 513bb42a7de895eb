import { StandingClock } from '../testing/standing-clock';
import { OAuthError } from './oauth-error';
import { BUSINESS_MANAGE } from './scopes';
import { ServiceAccounts } from './service-accounts';
import { tokenInfo } from './token-info';

const START = Date.UTC(2026, 10, 1);
const clock = new StandingClock(START);
const accounts = new ServiceAccounts(clock);
const user = accounts.createUser('mai@shop.test');

describe('what is told of a token', () => {
  it('is its client, scopes and end, in texts', () => {
    const token = accounts.issue('mai@shop.test', [BUSINESS_MANAGE], 90_000);
    clock.advance(29_500);
    expect(tokenInfo(accounts, clock, token)).toEqual({
      azp: user.client_id,
      aud: user.client_id,
      scope: BUSINESS_MANAGE,
      exp: String(START / 1000 + 90),
      expires_in: '60',
      access_type: 'online',
    });
    clock.set(START);
  });

  it('is who the user is, where the scopes say so', () => {
    const info = (scope: string): Record<string, string> =>
      tokenInfo(accounts, clock, accounts.issue('mai@shop.test', [BUSINESS_MANAGE, scope]));
    const sub = expect.stringMatching(/^1\d{20}$/) as string;
    expect(info('openid')).toMatchObject({ sub });
    expect(info('openid')).not.toHaveProperty('email');
    expect(info('email')).toMatchObject({ sub, email: 'mai@shop.test', email_verified: 'true' });
    expect(info('openid')['sub']).toBe(info('email')['sub']);
  });

  it('names a service account by its number', () => {
    const email = 'robot@shop.iam.gserviceaccount.com';
    const key = accounts.create(email);
    expect(tokenInfo(accounts, clock, accounts.issue(email, ['openid']))).toMatchObject({
      azp: key.client_id,
      aud: key.client_id,
      sub: key.client_id,
    });
  });

  it('is nothing when it is not good', () => {
    const old = accounts.issue('mai@shop.test', [BUSINESS_MANAGE], 0);
    for (const token of [old, 'x', '']) {
      expect(() => tokenInfo(accounts, clock, token)).toThrow(
        new OAuthError(400, 'invalid_token', 'Invalid Value'),
      );
    }
    expect(() => tokenInfo(accounts, clock, undefined)).toThrow('invalid_request');
  });
});
