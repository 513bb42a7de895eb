import { clientAddress, isLoopback } from './client-address';

describe('clientAddress', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    [undefined, 'unknown'],
  ])('takes %s for %s', (ip, client) => {
    expect(clientAddress(ip)).toBe(client);
  });
});

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('knows %s', (ip) => {
    expect(isLoopback(ip)).toBe(true);
  });

  it.each(['10.0.0.1', '128.0.0.1', '2001:db8::1', undefined])('does not take %s', (ip) => {
    expect(isLoopback(ip)).toBe(false);
  });
});
