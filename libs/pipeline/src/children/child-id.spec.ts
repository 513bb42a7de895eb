import fc from 'fast-check';
import { Types } from 'mongoose';
import { childId } from './child-id';

const parent = fc
  .uint8Array({ minLength: 12, maxLength: 12 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
const child = fc.tuple(parent, fc.string({ unit: 'grapheme', minLength: 1 }));

describe('the id of a child', () => {
  it('is a function of its parent and its key, and different for different ones', () => {
    fc.assert(
      fc.property(child, child, (one, other) => {
        const isSame = one[0] === other[0] && one[1] === other[1];
        expect(childId(...one) === childId(...other)).toBe(isSame);
        expect(Types.ObjectId.isValid(childId(...one))).toBe(true);
      }),
    );
  });
});
