/**
 * Which of two times of Google is later, to the last digit: below 0 when it is the second one. As
 * texts they do not compare, since Google writes 0, 3, 6 or 9 digits of a second.
 */
export function compareTimestamps(one: string, other: string): number {
  const [first, second] = [padded(one), padded(other)];
  return first < second ? -1 : Number(first > second);
}

function padded(timestamp: string): string {
  const [seconds = '', fraction = ''] = timestamp.replace(/Z$/, '').split('.');
  return `${seconds}.${fraction.padEnd(9, '0')}`;
}
