import fc from 'fast-check';
import { parseQuotaKey, quotaKeyText } from './quota-key';

describe('the key of a quota', () => {
  it('names a policy, and a scope behind the first slash', () => {
    expect(parseQuotaKey('google:sheets')).toEqual({ policy: 'google:sheets', scope: '' });
    expect(parseQuotaKey('web/https://shop.example')).toEqual({
      policy: 'web',
      scope: 'https://shop.example',
    });
  });

  it('is the same after it was taken apart and put together', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (scope) => {
        const key = quotaKeyText({ policy: 'google:sheets', scope });
        expect(parseQuotaKey(key)).toEqual({ policy: 'google:sheets', scope });
      }),
    );
  });

  it('has a bounded length', () => {
    expect(() => parseQuotaKey(`web/${'x'.repeat(512)}`)).toThrow('at most 512 characters');
  });
});
