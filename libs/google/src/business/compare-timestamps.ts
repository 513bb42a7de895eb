/**
 * Orders two times of Google exactly: below 0 when the first one is earlier. They cannot be compared
 * as texts, since Google writes 0, 3, 6 or 9 digits of a second.
 */
export function compareTimestamps(one: string, other: string): number {
  const [first, second] = [padded(one), padded(other)];
  return first < second ? -1 : Number(first > second);
}

function padded(timestamp: string): string {
  const [seconds = '', fraction = ''] = timestamp.replace(/Z$/, '').split('.');
  return `${seconds}.${fraction.padEnd(9, '0')}`;
}
