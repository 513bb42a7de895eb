import { formatEventId, isBeyond, isUpTo, parseEventId } from './event-id';

describe('an event id', () => {
  it('is read as it was written', () => {
    const id = { epoch: '0123456789ab', place: '1700000000000-12' };
    expect(parseEventId(formatEventId(id))).toEqual(id);
  });

  it.each([
    undefined,
    null,
    12,
    {},
    ['0123456789ab.1-1'],
    '',
    '1-1',
    '0123456789ab.1',
    '0123456789ab.1-1 ',
    '0123456789ab.-1-1',
    '0123456789AB.1-1',
    `0123456789ab.${'1'.repeat(16)}-1`,
  ])('is none when it is %j', (claim) => {
    expect(parseEventId(claim)).toBeUndefined();
  });

  it.each([
    ['5-1', '5-1', true],
    ['5-1', '5-2', true],
    ['5-9', '5-10', true],
    ['9-9', '10-0', true],
    ['5-2', '5-1', false],
    ['10-0', '9-9', false],
  ])('has a place: %s is up to %s: %s', (place, other, expected) => {
    expect(isUpTo(place, other)).toBe(expected);
  });

  it('is beyond earlier ones, and beyond those of another Redis', () => {
    expect(isBeyond('0123456789ab.5-2', '0123456789ab.5-1')).toBe(true);
    expect(isBeyond('0123456789ab.5-1', '0123456789ab.5-1')).toBe(false);
    expect(isBeyond('0123456789ab.5-1', '0123456789ac.5-1')).toBe(true);
  });
});
