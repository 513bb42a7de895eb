import { basicCredentials, cookieNamed } from './sign-in-headers';

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe('an Authorization header', () => {
  it.each([
    ['mai@shop.example:secret', 'mai@shop.example', 'secret'],
    ['mai@shop.example:a:b:', 'mai@shop.example', 'a:b:'],
    ['mai@shop.example:mật khẩu', 'mai@shop.example', 'mật khẩu'],
    [':', '', ''],
  ])('with %s names both', (text, email, password) => {
    expect(basicCredentials(basic(text))).toEqual({ email, password });
    expect(basicCredentials(basic(text).replace('Basic', 'basic'))).toEqual({ email, password });
  });

  it.each([undefined, '', 'Basic', 'Basic !', 'Bearer abc', basic('no colon')])(
    'of %j carries none',
    (header) => {
      expect(basicCredentials(header)).toBeUndefined();
    },
  );
});

describe('a Cookie header', () => {
  it('is searched for a name, and not for the end of another', () => {
    const header = 'xtoken=1; token=a=b; other=2';
    expect(cookieNamed('token', header)).toBe('a=b');
    expect(cookieNamed('other', header)).toBe('2');
    expect(cookieNamed('ken', header)).toBeUndefined();
    expect(cookieNamed('token', undefined)).toBeUndefined();
  });
});
