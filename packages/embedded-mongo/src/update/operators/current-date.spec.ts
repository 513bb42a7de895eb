import { type BsonValue, Timestamp } from '../../values';
import { failure, updated } from '../testing/updated';

describe('$currentDate', () => {
  it('writes the time of the command', () => {
    const now = new Date(1_700_000_000_123);
    const update = {
      $currentDate: { a: true, 'b.c': { $type: 'date' }, d: { $type: 'timestamp' } },
    };
    expect(updated({ a: 1 }, update, { now })).toEqual({
      a: now,
      b: { c: now },
      d: new Timestamp({ t: 1_700_000_000, i: 1 }),
    });
  });

  it.each<[BsonValue, string]>([
    [
      1,
      "int is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).",
    ],
    [{ type: 'date' }, 'Unrecognized $currentDate option: type'],
    [
      { $type: 'time' },
      "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}",
    ],
  ])('refuses %j', (argument, message) => {
    expect(() => updated({}, { $currentDate: { a: argument } })).toThrow(failure(2, message));
  });
});
