import * as fc from 'fast-check';
import { ChangeFeed } from './change-feed';

const change = (fileId: string, audience: string[]): Parameters<ChangeFeed['append']>[0] => ({
  fileId,
  audience,
  time: 0,
  kind: 'content',
  removed: false,
});

const arbitraryChange = fc.record({
  fileId: fc.constantFrom('a', 'b', 'c'),
  audience: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
});

describe('the feed of changes', () => {
  it('keeps for each account the newest change of each file, in order', () => {
    fc.assert(
      fc.property(fc.array(arbitraryChange), fc.nat(20), (made, from) => {
        const feed = new ChangeFeed();
        const all = made.map(({ fileId, audience }) => feed.append(change(fileId, audience)));
        for (const email of ['x', 'y', 'z']) {
          const own = all.filter(({ audience }) => audience.includes(email));
          const newest = own.filter(
            (one) =>
              !own.some((other) => other.fileId === one.fileId && other.position > one.position),
          );
          expect(feed.seenBy(email, from)).toEqual(
            newest.filter(({ position }) => position >= from),
          );
        }
        expect(feed.nextPosition).toBe(made.length + 1);
      }),
    );
  });
});
