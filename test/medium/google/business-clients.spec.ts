import { GoogleEmulator } from '@tributary/google-emulator';
import { compareTimestamps, type ReviewPage, type UserCall } from '@tributary/google';
import { accountWith, locationWith, merchantCall, MERCHANT } from '../../factories/business';
import { type BusinessClients, connectGoogle } from '../../factories/google';

describe('the clients of Business Profile', () => {
  let emulator: GoogleEmulator;
  let business: BusinessClients;
  let call: UserCall;

  beforeEach(async () => {
    emulator = await GoogleEmulator.start();
    const { client_id } = emulator.accounts.createUser(MERCHANT);
    call = merchantCall(emulator, client_id);
    ({ business } = await connectGoogle(emulator, []));
  });
  afterEach(() => emulator.stop());

  const requests = (api: 'accountManagement' | 'businessInformation' | 'reviews'): number =>
    emulator.log.entries({ api }).length;

  async function all<Page, Item>(
    pages: AsyncIterable<Page>,
    itemsOf: (page: Page) => readonly Item[],
  ): Promise<Item[]> {
    const items: Item[] = [];
    for await (const page of pages) items.push(...itemsOf(page));
    return items;
  }

  it('list every account, 20 at a time', async () => {
    for (let id = 1; id <= 45; id += 1) emulator.business.add(accountWith(String(id), []));
    const accounts = await all(business.accounts.pages(call), (page) => page.accounts);
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(45);
    expect(accounts[0]).toMatchObject({ accountName: 'Account 1', type: 'LOCATION_GROUP' });
    expect(requests('accountManagement')).toBe(3);
  });

  it('list every location of an account, 100 at a time', async () => {
    const locations = Array.from({ length: 250 }, (_, index) => locationWith(`5${index}`, 0));
    const address = { regionCode: 'VN', locality: 'Huế', addressLines: ['1 Lê Lợi'] };
    locations.push(locationWith('9', 0, { storeCode: 'HUE-1', address, verified: false }));
    emulator.business.add(accountWith('1', locations));
    const found = await all(business.locations.pages(call, '1'), (page) => page.locations);
    expect(found.map(({ id }) => id)).toEqual(locations.map(({ id }) => id));
    expect(requests('businessInformation')).toBe(3);
    expect(found.at(0)?.hasVoiceOfMerchant).toBe(true);
    expect(found.at(-1)).toMatchObject({
      title: 'Location 9',
      storeCode: 'HUE-1',
      address: { regionCode: 'VN', locality: 'Huế', lines: ['1 Lê Lợi'] },
      hasVoiceOfMerchant: false,
    });
  });

  describe('of reviews', () => {
    const LOCATION = { accountId: '1', locationId: '5' };

    it('list every review in every order, 50 at a time, with the totals on each page', async () => {
      emulator.business.add(accountWith('1', [locationWith('5', 120)]));
      for (const orderBy of ['updateTime desc', 'rating', 'rating desc'] as const) {
        emulator.log.clear();
        const pages: ReviewPage[] = [];
        for await (const page of business.reviews.pages(call, LOCATION, { orderBy })) {
          pages.push(page);
        }
        expect(pages.map(({ reviews }) => reviews.length)).toEqual([50, 50, 20]);
        for (const page of pages) {
          expect(page).toMatchObject({ totalReviewCount: 120, averageRating: 3 });
        }
        const reviews = pages.flatMap((page) => page.reviews);
        expect(new Set(reviews.map(({ key }) => key)).size).toBe(120);
        const sorted = reviews.every((review, index) => {
          const before = reviews[index - 1] ?? review;
          if (orderBy === 'rating') return before.rating! <= review.rating!;
          if (orderBy === 'rating desc') return before.rating! >= review.rating!;
          return compareTimestamps(before.updateTime, review.updateTime) >= 0;
        });
        expect(sorted).toBe(true);
        expect(requests('reviews')).toBe(3);
      }
    });

    it('ask for a page only when the one before is done with', async () => {
      emulator.business.add(accountWith('1', [locationWith('5', 500)]));
      for await (const page of business.reviews.pages(call, LOCATION)) {
        expect(page.reviews).toHaveLength(50);
        expect(requests('reviews')).toBe(1);
        break;
      }
      expect(requests('reviews')).toBe(1);
    });

    it('go on from a page token', async () => {
      emulator.business.add(accountWith('1', [locationWith('5', 120)]));
      const first = await business.reviews.list(call, LOCATION);
      const { nextPageToken: pageToken } = first;
      const pages = business.reviews.pages(call, LOCATION, { pageToken });
      const rest = await all(pages, ({ reviews }) => reviews);
      expect(rest).toHaveLength(70);
      const keys = [...first.reviews, ...rest].map(({ key }) => key);
      expect(new Set(keys).size).toBe(120);
    });

    it.each(['zeros', 'empty-object'] as const)('find none (%s)', async (emptyLocation) => {
      emulator.business.add(accountWith('1', [locationWith('5', 0)]));
      emulator.business.setScenario({ emptyLocation });
      expect(await business.reviews.list(call, LOCATION)).toMatchObject({
        reviews: [],
        totalReviewCount: 0,
        nextPageToken: undefined,
      });
    });

    it('show when pages after the first are without reviews', async () => {
      emulator.business.add(accountWith('1', [locationWith('5', 120)]));
      emulator.business.setScenario({ reviewsOnlyOnFirstPage: true });
      const pages = business.reviews.pages(call, LOCATION);
      const counts = await all(pages, (page) => [[page.reviews.length, page.totalReviewCount]]);
      expect(counts).toEqual([
        [50, 120],
        [0, 120],
        [0, 120],
      ]);
    });

    it('give a review the same key through every account, with or without its id', async () => {
      emulator.business.add(accountWith('1', [locationWith('5', 3)]));
      emulator.business.add({ ...accountWith('2', []), sharedLocations: ['5'] });
      const keysThrough = async (accountId: string): Promise<string[]> => {
        const { reviews } = await business.reviews.list(call, { accountId, locationId: '5' });
        return reviews.map((review) => `${review.accountId} ${review.key}`);
      };
      const keys = ['5-2', '5-1', '5-0'].map((id) => `locations/5/reviews/${id}`);
      expect(await keysThrough('1')).toEqual(keys.map((key) => `1 ${key}`));
      expect(await keysThrough('2')).toEqual(keys.map((key) => `2 ${key}`));
      emulator.business.setScenario({ accountInNames: 'wildcard' });
      expect(await keysThrough('1')).toEqual(keys.map((key) => `- ${key}`));
    });

    it('keep times to the microsecond', async () => {
      emulator.business.add(accountWith('1', [locationWith('5', 0)]));
      const createTime = Date.UTC(2026, 10, 10, 2, 15, 31) + 123.5;
      emulator.business.addReview('5', { stars: 5, createTime });
      const { reviews } = await business.reviews.list(call, LOCATION);
      expect(reviews).toMatchObject([{ createTime: '2026-11-10T02:15:31.123500Z' }]);
    });

    it('read one review, its reply and who wrote it', async () => {
      emulator.business.add(accountWith('1', [locationWith('5', 0)]));
      const { reviewId } = emulator.business.addReview('5', {
        stars: 4,
        comment: 'Ngon lắm',
        isAnonymous: true,
      });
      emulator.business.setReply('5', reviewId, 'Cảm ơn!');
      expect(await business.reviews.get(call, LOCATION, reviewId)).toMatchObject({
        key: `locations/5/reviews/${reviewId}`,
        rating: 4,
        comment: 'Ngon lắm',
        reviewer: { displayName: '', profilePhotoUrl: '', isAnonymous: true },
        reply: { comment: 'Cảm ơn!', state: 'APPROVED' },
      });
    });

    it('read the reviews of many locations in one list', async () => {
      const locations = Array.from({ length: 50 }, (_, index) => locationWith(`${index}`, 15));
      emulator.business.add(accountWith('1', locations));
      const ids = locations.map(({ id }) => id);
      const pages = business.reviews.batchPages(call, '1', ids);
      const reviews = await all(pages, (page) => page.reviews);
      expect(new Set(reviews.map(({ key }) => key)).size).toBe(750);
      expect(new Set(reviews.map(({ locationId }) => locationId))).toEqual(new Set(ids));
      expect(requests('reviews')).toBe(2);
      await expect(business.reviews.listBatch(call, '1', [...ids, '51'])).rejects.toThrow(
        'A batch has at most 50 locations',
      );
    });
  });

  it('count every request against the quota of the OAuth client, each API alone', async () => {
    emulator.business.add(accountWith('1', [locationWith('5', 1)]));
    const limits = 'bucket 1@0.001/s per account';
    ({ business } = await connectGoogle(emulator, [], limits));
    const location = { accountId: '1', locationId: '5' };
    const ask = async (as: UserCall): Promise<void> => {
      await business.accounts.list(as);
      await business.locations.list(as, '1');
      await business.reviews.list(as, location);
    };
    await ask(call);
    const refused = { code: 'LIMIT_WAIT_TOO_LONG' };
    const impatient = { ...call, quotaWaitMs: 100 };
    await expect(business.accounts.list(impatient)).rejects.toMatchObject(refused);
    await expect(business.locations.list(impatient, '1')).rejects.toMatchObject(refused);
    await expect(business.reviews.list(impatient, location)).rejects.toMatchObject(refused);
    // Another client has a quota of its own.
    const { clientId } = emulator.accounts.clients.create();
    await ask(merchantCall(emulator, clientId));
  });
});
