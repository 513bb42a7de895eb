import fc from 'fast-check';
import { accountWith, locationWith } from '../../factories/business';
import { Client } from '../../factories/client';
import { eventually } from '../../factories/eventually';
import { newUser } from '../../factories/live-client';
import { ReviewApp } from '../../factories/review-app';

const LOCATIONS = ['7001', '7002', '7003'];

type Change =
  | { readonly what: 'add'; readonly location: number }
  | { readonly what: 'edit' | 'remove'; readonly at: number };

const changes = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant('add' as const), location: fc.nat(LOCATIONS.length - 1) }),
    fc.record({ what: fc.constantFrom('edit' as const, 'remove' as const), at: fc.nat(99) }),
  ),
  { maxLength: 8 },
);

/** The locations of a connection, as they should be. */
class Shop {
  /** What each review should say, by its id. */
  readonly comments = new Map<string, string>();
  readonly removed = new Set<string>();
  private readonly homes = new Map<string, string>();
  private made = 0;
  private now = Date.UTC(2026, 5, 1);

  constructor(private readonly app: ReviewApp) {}

  apply(change: Change): void {
    const { business } = this.app.emulator;
    this.made += 1;
    const comment = `Comment ${this.made}`;
    // Microseconds, too.
    this.now += 1_000.001;
    if (change.what === 'add') {
      const location = LOCATIONS[change.location] ?? '';
      const reviewId = `p${this.made}`;
      business.addReview(location, { reviewId, stars: 4, comment, createTime: this.now });
      this.homes.set(reviewId, location);
      this.comments.set(reviewId, comment);
      return;
    }
    const ids = [...this.comments.keys()];
    const reviewId = ids[change.at % Math.max(1, ids.length)];
    if (reviewId === undefined) return;
    const location = this.homes.get(reviewId) ?? '';
    if (change.what === 'edit') {
      business.editReview(location, reviewId, { comment, updateTime: this.now });
      this.comments.set(reviewId, comment);
      return;
    }
    business.removeReview(location, reviewId);
    this.comments.delete(reviewId);
    this.removed.add(reviewId);
  }
}

describe('syncs of a connection between full ones', () => {
  const user = newUser();
  let app: ReviewApp;
  let client: Client;
  let id: string;

  beforeAll(async () => {
    app = await ReviewApp.start();
    client = await app.client(user);
    const email = `${newUser()}@shop.example`;
    app.emulator.accounts.addUser(email);
    const locations = LOCATIONS.map((location) => locationWith(location, 2));
    app.emulator.business.add({ ...accountWith('7000', locations), members: [email] });
    const { body } = await client.get('/api/v1/google/connect').expect(200);
    const { url } = body as { url: string };
    const back = new URL(app.emulator.authorization.answer(url, { email }));
    const answer = await new Client(app.test.server).get(`${back.pathname}${back.search}`);
    id = (answer.body as { id: string }).id;
    await idle();
  });

  const runs = () => app.store.collection('runs');

  async function idle(): Promise<void> {
    await eventually('the syncs have ended', async () => {
      const open = await runs().countDocuments({ subject: id, finished_at: null });
      return open === 0 || undefined;
    });
  }

  async function sync(full: boolean): Promise<Record<string, number>> {
    const { body } = await client.post(`/api/v1/review-connections/${id}/sync`, { full });
    const { run_id } = body as { run_id: string };
    await idle();
    const run = (await runs().find({ subject: id }).toArray()).find(
      ({ _id }) => String(_id) === run_id,
    );
    expect(run).toMatchObject({ status: 'succeeded' });
    return run?.result as Record<string, number>;
  }

  /** The comments of stored reviews that are not deleted. */
  async function stored(): Promise<Map<string, string | null>> {
    const reviews = await app.reviews(user);
    return new Map(
      reviews
        .filter(({ deleted_at }) => deleted_at === null)
        .map(({ review_id, comment }) => [review_id.split('/').at(-1) ?? '', comment] as const)
        .filter(([reviewId]) => reviewId.startsWith('p')),
    );
  }

  it('Feature: review-fetcher: no addition or edit between syncs is missed, and after a full sync no deletion either', async () => {
    const shop = new Shop(app);
    await fc.assert(
      fc.asyncProperty(changes, fc.nat(3), async (made, audit) => {
        for (const change of made) shop.apply(change);
        const counts = await sync(false);
        // All of them are asked for together, and there is one that is new at the most before each.
        expect(counts['requests']).toBeLessThanOrEqual(LOCATIONS.length);
        const known = await stored();
        for (const [reviewId, comment] of shop.comments) expect(known.get(reviewId)).toBe(comment);
        if (audit > 0) return;
        await sync(true);
        expect(await stored()).toEqual(new Map(shop.comments));
      }),
      { numRuns: 100, endOnFailure: true },
    );
    await sync(true);
    expect(await stored()).toEqual(new Map(shop.comments));
  });
});
