import fc from 'fast-check';
import { sameSecret } from './constant-time';

it('sameSecret is equality, also for secrets of different lengths', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(sameSecret(a, b)).toBe(a === b);
      expect(sameSecret(a, a)).toBe(true);
    }),
  );
});
