import { GoogleAccountPool } from './google-account-pool';

const accounts = (...emails: string[]): GoogleAccountPool =>
  new GoogleAccountPool({
    keys: emails.map((email) => ({ email, privateKey: 'not used here' })),
    tokenEndpoint: 'http://127.0.0.1:1/token',
  });
const names = Array.from({ length: 1_000 }, (_, index) => `connection ${index}`);

describe('several service accounts', () => {
  it('share the work, and each piece stays with its account', () => {
    const three = accounts('a@x', 'b@x', 'c@x');
    const chosen = names.map((name) => three.accountFor(name).email);
    for (const email of ['a@x', 'b@x', 'c@x']) {
      expect(chosen.filter((one) => one === email).length).toBeGreaterThan(250);
    }
    expect(names.map((name) => three.accountFor(name).email)).toEqual(chosen);
  });

  it('leave with the others what they have when one more comes', () => {
    const [two, three] = [accounts('a@x', 'b@x'), accounts('a@x', 'b@x', 'c@x')];
    const moved = names.filter(
      (name) => two.accountFor(name).email !== three.accountFor(name).email,
    );
    expect(moved.every((name) => three.accountFor(name).email === 'c@x')).toBe(true);
    expect(moved.length).toBeLessThan(450);
  });
});

describe('a service account', () => {
  it('is shown by its own address, or by the one that is configured', () => {
    expect(accounts('a@x').named().shareWith).toBe('a@x');
    const keys = [{ email: 'a@x', privateKey: '' }];
    const shown = new GoogleAccountPool({ keys, shareWith: 'group@x', tokenEndpoint: '' });
    expect(shown.named().shareWith).toBe('group@x');
  });

  it('that is missing is said to be, with what to do', () => {
    expect(() => accounts().named()).toThrow(/Set GOOGLE_SERVICE_ACCOUNT_JSON/);
    expect(() => accounts().accountFor('x')).toThrow(/Set GOOGLE_SERVICE_ACCOUNT_JSON/);
    expect(() => accounts('a@x').named('gone@x')).toThrow(/gone@x is not in GOOGLE_SERVICE/);
  });
});
