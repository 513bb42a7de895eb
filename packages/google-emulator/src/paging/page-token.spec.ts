import * as fc from 'fast-check';
import { makePageToken, readPageToken } from './page-token';

describe('a page token', () => {
  it('gives back what was put into it, for the same query only', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.integer())),
        fc.string(),
        fc.string(),
        (parts, query, other) => {
          const token = makePageToken([query], parts);
          expect(readPageToken([query], token)).toEqual(parts);
          if (other !== query) expect(readPageToken([other], token)).toBeUndefined();
        },
      ),
    );
  });

  it('can go into a URL as it is', () => {
    expect(makePageToken(['q'], ['ế', 12])).toMatch(/^[\w-]+$/);
  });

  it.each(['', 'x', 'nonsense', 'AAAAAAAAAAAAAAAAAAAAAAAA'])('refuses %p', (token) => {
    expect(readPageToken(['q'], token)).toBeUndefined();
  });

  it('refuses a token that was changed', () => {
    const token = makePageToken(['q'], [7]);
    const changed = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`;
    expect(readPageToken(['q'], changed)).toBeUndefined();
  });
});
