import fc from 'fast-check';
import { formatPosition, parsePosition } from './stream-position';

const JOB = '0b7f8e3a-7a4d-4a0e-9a39-3f2f7f0f6b5e';
const OTHER = '1b7f8e3a-7a4d-4a0e-9a39-3f2f7f0f6b5e';

describe('the position of a reader', () => {
  it('is read as it was written, and is none of another job', () => {
    const seq = fc.integer({ min: 0, max: 999_999_999 });
    const position = fc.oneof(
      fc.record({ seq }),
      fc.record({ seq, index: fc.integer({ min: 0, max: 9_999 }) }),
      fc.record({ seq, isEnd: fc.constant(true as const) }),
    );
    fc.assert(
      fc.property(position, (given) => {
        const id = formatPosition(JOB, given);
        expect(parsePosition(JOB, id)).toEqual(given);
        expect(parsePosition(OTHER, id)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it('is unknown when the id is of another form', () => {
    for (const id of [
      '',
      '7',
      '0b7f8e3a',
      '0b7f8e3a:',
      '0b7f8e3a:-1',
      '0b7f8e3a:1.',
      '0b7f8e3a:1.x',
    ]) {
      expect(parsePosition(JOB, id)).toBeUndefined();
    }
  });
});
