import { isIPv6 } from 'node:net';

/**
 * The part of an address that identifies one client: an IPv4 address whole, of an IPv6 address the
 * /64 network, since whoever has one of those has all of its addresses.
 */
export function clientAddress(ip: string | undefined): string {
  if (ip === undefined || ip === '') return 'unknown';
  const address = ip.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after];
  const network = groups.slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** Whether a connection comes from this very machine. */
export function isLoopback(ip: string | undefined): boolean {
  return ip !== undefined && /^(127\.|::1$|::ffff:127\.)/.test(ip);
}
