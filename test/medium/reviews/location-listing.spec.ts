import fc from 'fast-check';
import { LocationListing } from '../../../src/reviews/fetching/location-listing';
import {
  type Behaviour,
  type Change,
  SimulatedLocation,
} from '../../support/reviews/simulated-location';

const rating = fc.integer({ min: 1, max: 5 });
const orders = fc.subarray([0, 1, 2]);
/** Most reviews are in every list. */
const withheldIn = fc.oneof({ weight: 6, arbitrary: fc.constant([]) }, orders);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ what: fc.constant('add' as const), rating, withheldIn }),
  fc.record({ what: fc.constantFrom('edit' as const, 'delete' as const), at: fc.nat(50) }),
);
/** Reviews are added and deleted together more often than by chance: that keeps the total. */
const swap: fc.Arbitrary<Change[]> = fc
  .tuple(rating, withheldIn, fc.nat(50))
  .map(([stars, hidden, at]) => [
    { what: 'delete', at },
    { what: 'add', rating: stars, withheldIn: hidden },
  ]);
const behaviour: fc.Arbitrary<Behaviour> = fc.record({
  reviews: fc.array(fc.record({ rating, withheldIn }), { maxLength: 14 }),
  pageSize: fc.integer({ min: 1, max: 6 }),
  paging: fc.constantFrom('offset' as const, 'keyset' as const),
  endsAfterFirstPage: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, orders),
  repeats: fc.boolean(),
  changes: fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: swap },
      { weight: 1, arbitrary: fc.array(change, { maxLength: 3 }) },
    ),
    { maxLength: 40 },
  ),
});

const QUIET: Behaviour = {
  reviews: Array.from({ length: 12 }, (_, index) => ({ rating: (index % 5) + 1, withheldIn: [] })),
  pageSize: 5,
  paging: 'offset',
  endsAfterFirstPage: [],
  repeats: false,
  changes: [],
};

describe('Feature: review-fetcher, Property 4: a proof never says complete when a review is missing', () => {
  it('whatever changes, is withheld, repeated or left out while the location is listed', async () => {
    await fc.assert(
      fc.asyncProperty(behaviour, async (plan) => {
        const location = new SimulatedLocation(plan);
        const proof = await new LocationListing(location).list();
        if (proof.complete) expect(location.missed).toEqual([]);
        expect(proof.complete).toBe(proof.reason === null);
      }),
      { numRuns: 500 },
    );
  });

  it('and says so of every location that keeps still and lists each review in some order', async () => {
    const oneOrderAtLeast = fc.subarray([0, 1, 2], { maxLength: 1 });
    const still = fc.record({
      reviews: fc.array(fc.record({ rating, withheldIn: oneOrderAtLeast }), { maxLength: 14 }),
      pageSize: fc.integer({ min: 1, max: 6 }),
      paging: fc.constantFrom('offset' as const, 'keyset' as const),
      repeats: fc.boolean(),
      endsAfterFirstPage: fc.constant([]),
      changes: fc.constant([]),
    });
    await fc.assert(
      fc.asyncProperty(still, async (plan) => {
        const proof = await new LocationListing(new SimulatedLocation(plan)).list();
        expect(proof.reason === 'changed_while_listing' || proof.complete).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a listing of a location', () => {
  const listingOf = async (
    changed: Partial<Behaviour>,
  ): Promise<[proof: Awaited<ReturnType<LocationListing<never>['list']>>, requests: number]> => {
    const location = new SimulatedLocation({ ...QUIET, ...changed });
    const proof = await new LocationListing(location).list();
    return [proof, location.requests];
  };

  it('asks once for a location of one page', async () => {
    expect(await listingOf({ pageSize: 50 })).toEqual([
      { listed: 12, expected: 12, missing: 0, complete: true, reason: null },
      1,
    ]);
  });

  it('asks for every page and then for what is new', async () => {
    expect(await listingOf({})).toEqual([expect.objectContaining({ complete: true }), 4]);
  });

  it('knows a location without reviews', async () => {
    expect(await listingOf({ reviews: [] })).toEqual([
      { listed: 0, expected: 0, missing: 0, complete: true, reason: null },
      1,
    ]);
  });

  it('unites orders that withhold different reviews', async () => {
    const reviews = QUIET.reviews.map((review, index) => ({
      ...review,
      withheldIn: index === 3 ? [0] : index === 8 ? [1] : [],
    }));
    const [proof] = await listingOf({ reviews });
    expect(proof).toMatchObject({ listed: 12, complete: true });
  });

  it('tells how many are missing from page 2 on', async () => {
    expect((await listingOf({ endsAfterFirstPage: [0, 1, 2] }))[0]).toMatchObject({
      expected: 12,
      complete: false,
      reason: 'fewer_than_total',
      // The first pages show 11 to 7, then 10, 5, 0, 11, 6, then 9, 4, 8, 3, 7.
      listed: 10,
      missing: 2,
    });
  });

  it('notices one that was added while another was deleted', async () => {
    const changes: Change[][] = [
      [],
      [
        { what: 'delete', at: 11 },
        { what: 'add', rating: 3, withheldIn: [] },
      ],
    ];
    const [proof, requests] = await listingOf({ changes });
    expect(proof).toMatchObject({ listed: 12, complete: true });
    expect(requests).toBe(8);
  });
});
