import { compareTimestamps } from '@tributary/google';
import fc from 'fast-check';
import { type BatchPage, type DatedReview, NewsReader } from './news-reader';

interface Review extends DatedReview {
  readonly id: string;
}

interface Scene {
  /** For each location: how many of its reviews are known, and how many are new. */
  readonly locations: readonly { readonly known: number; readonly fresh: number }[];
  readonly pageSize: number;
  readonly order: 'by-location' | 'by-time';
  /** Locations, by index, that make a batch fail. */
  readonly broken: readonly number[];
  /** Tokens that Google forgets, by request. */
  readonly forgets: readonly number[];
}

const scenes: fc.Arbitrary<Scene> = fc.record({
  locations: fc.array(fc.record({ known: fc.nat(9), fresh: fc.oneof(fc.constant(0), fc.nat(6)) }), {
    maxLength: 12,
  }),
  pageSize: fc.integer({ min: 1, max: 12 }),
  order: fc.constantFrom('by-location', 'by-time'),
  broken: fc.array(fc.nat(11), { maxLength: 2 }),
  forgets: fc.uniqueArray(fc.nat(9), { maxLength: 3 }),
});

/** Google, as far as a batch of locations goes. */
class Simulation {
  readonly all: Review[] = [];
  readonly known = new Map<string, string | null>();
  readonly taken = new Set<string>();
  readonly settled = new Map<string, string | undefined>();
  readonly setAside = new Set<string>();
  requests = 0;
  freshPages = 0;

  constructor(private readonly scene: Scene) {
    scene.locations.forEach(({ known, fresh }, at) => {
      const locationId = String(at);
      for (let index = 0; index < known + fresh; index += 1) {
        // What is new is newer than what any location had before, as a second after the other.
        const second = index < known ? index * 100 + at : 5_000 + index * 100 + at;
        const updateTime = new Date(second * 1_000).toISOString().replace('.000Z', 'Z');
        this.all.push({ id: `${at}-${index}`, locationId, updateTime });
      }
      const last = this.all.findLast((review) => review.locationId === locationId && known > 0);
      const newest = this.all.filter((review) => review.locationId === locationId)[known - 1];
      this.known.set(locationId, last && newest ? newest.updateTime : null);
    });
  }

  isFresh({ locationId, updateTime }: Review): boolean {
    const known = this.known.get(locationId) ?? null;
    return known === null || compareTimestamps(updateTime, known) > 0;
  }

  isBroken(locationId: string): boolean {
    return this.scene.broken.includes(Number(locationId));
  }

  get reader(): NewsReader<Review> {
    return new NewsReader<Review>({
      readBatch: (ids, pageToken) => Promise.resolve().then(() => this.page(ids, pageToken)),
      isOfOneLocation: (error) => error instanceof RangeError,
      take: (reviews) => {
        for (const { id } of reviews) this.taken.add(id);
        return Promise.resolve();
      },
      settle: (id, newest) => {
        expect(this.settled.has(id)).toBe(false);
        this.settled.set(id, newest);
        return Promise.resolve();
      },
      setAside: (id) => {
        this.setAside.add(id);
        return Promise.resolve();
      },
    });
  }

  private page(
    ids: readonly string[],
    pageToken: string | undefined,
  ): BatchPage<Review> | undefined {
    this.requests += 1;
    if (ids.some((id) => this.isBroken(id))) throw new RangeError('One of them is not there');
    if (pageToken !== undefined && this.scene.forgets.includes(this.requests)) return undefined;
    const listed = this.all
      .filter(({ locationId }) => ids.includes(locationId))
      .sort((one, other) => {
        const newestFirst = compareTimestamps(other.updateTime, one.updateTime);
        if (this.scene.order === 'by-time') return newestFirst;
        return Number(one.locationId) - Number(other.locationId) || newestFirst;
      });
    const start = Number(pageToken ?? 0);
    const end = start + this.scene.pageSize;
    const reviews = listed.slice(start, end);
    if (reviews.length > 0 && reviews.every((review) => this.isFresh(review))) this.freshPages += 1;
    return { reviews, nextPageToken: end < listed.length ? String(end) : undefined };
  }
}

it('Feature: review-fetcher: a sync takes all that is new of every location that can be read, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(scenes, async (scene) => {
      const google = new Simulation(scene);
      await google.reader.read(google.known);
      for (const [id] of google.known) {
        expect(google.setAside.has(id)).toBe(google.isBroken(id));
        expect(google.settled.has(id)).toBe(!google.isBroken(id));
        const fresh = google.all.filter(
          (review) => review.locationId === id && google.isFresh(review),
        );
        if (google.isBroken(id)) continue;
        expect(fresh.every((review) => google.taken.has(review.id))).toBe(true);
        expect(google.settled.get(id)).toBe(fresh.at(-1)?.updateTime);
      }
      const takenOld = google.all.filter(
        (review) => google.taken.has(review.id) && !google.isFresh(review),
      );
      expect(takenOld).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

it('Feature: review-fetcher: a quiet location costs at most one request, whichever way the list is sorted', async () => {
  const quiet = scenes.map((scene) => ({
    ...scene,
    locations: scene.locations.map(({ known }) => ({ known, fresh: 0 })),
    broken: [],
    forgets: [],
  }));
  await fc.assert(
    fc.asyncProperty(quiet, async (scene) => {
      const google = new Simulation(scene);
      await google.reader.read(google.known);
      expect(google.requests).toBeLessThanOrEqual(scene.locations.length);
      const reviews = google.all.length;
      if (reviews <= scene.pageSize) expect(google.requests).toBeLessThanOrEqual(1);
    }),
    { numRuns: 500 },
  );
});
