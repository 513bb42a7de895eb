import readWorkbook from 'read-excel-file/node';
import { startApp, type TestApp } from '../factories/app';
import { Client } from '../factories/client';
import { newUser, tokenFor } from '../factories/live-client';
import { type ReviewSeed, storedReview, storeLocation, storeReviews } from '../factories/reviews';

const REVIEWS: readonly ReviewSeed[] = [
  {
    review_id: 'locations/1/reviews/a',
    created: '2026-01-05T20:00:00.123456Z',
    rating: 5,
    comment: 'Cà phê rất ngon',
    reviewer: 'Đặng Lan',
    reply: ['Cảm ơn!', '2026-01-05T20:10:00Z'],
    language: 'vi',
  },
  {
    review_id: 'locations/1/reviews/b',
    created: '2026-01-06T03:00:00Z',
    rating: 2,
    comment: '=1+1 is $comment.*',
    reply: ['Sorry', '2026-01-06T05:00:00Z'],
  },
  { review_id: 'locations/2/reviews/c', created: '2026-01-20T12:00:00Z', rating: 4 },
  { review_id: 'locations/2/reviews/d', created: '2026-02-02T12:00:00Z', rating: null },
  {
    review_id: 'locations/2/reviews/e',
    created: '2026-02-03T12:00:00Z',
    rating: 1,
    comment: 'gone',
    deleted: '2026-02-04T00:00:00Z',
  },
];

let test: TestApp;
let owner: string;
let client: Client;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api', THROTTLE_LIMIT: '1000000' });
});

beforeEach(async () => {
  owner = newUser();
  client = new Client(test.server, await tokenFor(owner));
  await store(...REVIEWS);
  await storeLocation(test.app, owner, 'locations/1', 'Quán Một', ['accounts/1', 'accounts/2']);
  await storeLocation(test.app, owner, 'locations/2', 'Quán Hai', ['accounts/2']);
});

async function store(...seeds: ReviewSeed[]): Promise<void> {
  await storeReviews(
    test.app,
    owner,
    seeds.map((seed) => storedReview(owner, seed)),
  );
}

interface Shown {
  id: string;
  review_id: string;
}

const ask = (path: string) => client.get(`/api/v1/reviews${path}`);
const body = async <T>(path: string) => (await ask(path).expect(200)).body as T;
const short = ({ review_id }: Shown) => review_id.replace(/.*\//, '');
const listed = async (query = '') =>
  (await body<{ data: Shown[] }>(`?sort_order=asc${query}`)).data.map(short).join('');

describe('the list of reviews', () => {
  it.each([
    ['', 'abcd'],
    ['&deleted=true', 'e'],
    ['&account=accounts/1', 'ab'],
    ['&account=accounts/2', 'abcd'],
    ['&account=accounts/2&location=locations/2', 'cd'],
    ['&account=accounts/1&location=locations/2', ''],
    ['&account=accounts/9', ''],
    ['&location=locations/2', 'cd'],
    ['&rating=5', 'a'],
    ['&rating=4,5', 'ac'],
    ['&rating=4&rating=2', 'bc'],
    ['&replied=true', 'ab'],
    ['&replied=false', 'cd'],
    ['&language=vi', 'a'],
    ['&date_from=2026-01-06', 'bcd'],
    ['&date_to=2026-01-05', 'a'],
    ['&date_from=2026-01-06&timezone=Asia/Ho_Chi_Minh', 'abcd'],
    ['&q=ca phe', 'a'],
    ['&q=DANG', 'a'],
    ['&q=cam on', 'a'],
    ['&q=.*', 'b'],
    ['&q=$comment', 'b'],
    ['&q=nobody', ''],
    ['&sort_by=rating', 'dbca'],
    ['&sort_by=updated', 'abcd'],
  ])('with %j has %j', async (query, found) => {
    expect(await listed(query)).toBe(found);
  });

  it('is the newest first unless told, in pages', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) =>
        body<{ data: Shown[]; total: number; total_pages: number }>(`?page=${page}&page_size=3`),
      ),
    );
    expect(pages.map(({ data }) => data.map(short).join(''))).toEqual(['dcb', 'a', '']);
    expect(pages.map(({ total, total_pages }) => [total, total_pages])).toEqual(
      pages.map(() => [4, 2]),
    );
  });

  it('shows what a review is, and nothing of how it is stored', async () => {
    const { data } = await body<{ data: Shown[] }>('?q=ca phe');
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        review_id: 'locations/1/reviews/a',
        location: 'locations/1',
        location_title: 'Quán Một',
        rating: 5,
        comment: 'Cà phê rất ngon',
        language: 'vi',
        reviewer: { display_name: 'Đặng Lan', is_anonymous: false, profile_photo_url: '' },
        reply: { comment: 'Cảm ơn!', update_time: '2026-01-05T20:10:00Z', state: 'APPROVED' },
        created_at: '2026-01-05T20:00:00.123Z',
        updated_at: '2026-01-05T20:00:00.123Z',
        replied_at: '2026-01-05T20:10:00.000Z',
        deleted_at: null,
        version: 1,
      },
    ]);
  });

  it.each([
    'rating=6',
    'rating=five',
    'rating=',
    'replied=perhaps',
    'deleted=1',
    'account=1',
    'location=locations/1/reviews/a',
    'sort_by=search',
    'page_size=101',
    'timezone=Mars',
    'nothing=known',
  ])('refuses %s', async (query) => {
    await ask(`?${query}`).expect(422);
  });

  it('refuses days in the wrong order', async () => {
    await ask('?date_from=2026-02-01&date_to=2026-01-01').expect(400);
  });

  it('of another user is another one', async () => {
    const other = new Client(test.server, await tokenFor(newUser()));
    const { body: list } = await other.get('/api/v1/reviews?deleted=false').expect(200);
    expect(list).toMatchObject({ data: [], total: 0 });
  });
});

describe('one review', () => {
  it('is found by its id with its history, also when it was deleted', async () => {
    const [kept] = (await body<{ data: Shown[] }>('?q=ca phe')).data;
    const [gone] = (await body<{ data: Shown[] }>('?deleted=true')).data;
    const review = storedReview(owner, REVIEWS[0]!);
    const seen_at = new Date('2026-01-05T21:00:00Z');
    const { comment, update_time } = review;
    const history = [{ version: 1, rating: 3, comment, reply: null, update_time, seen_at }];
    await storeReviews(test.app, owner, [{ ...review, version: 2, history }]);
    expect(await body(`/${kept?.id}`)).toMatchObject({
      ...kept,
      version: 2,
      first_seen_at: '2026-11-18T00:00:00.000Z',
      history: [{ version: 1, rating: 3, reply: null, seen_at: seen_at.toISOString() }],
    });
    expect(await body(`/${gone?.id}`)).toMatchObject({ deleted_at: '2026-02-04T00:00:00.000Z' });
  });

  it('of another user answers as one that does not exist', async () => {
    const [{ id } = { id: '' }] = (await body<{ data: Shown[] }>('')).data;
    const other = new Client(test.server, await tokenFor(newUser()));
    const missing = { detail: 'Review not found' };
    await other.get(`/api/v1/reviews/${id}`).expect(404, missing);
    for (const unknown of ['0123456789abcdef01234567', 'locations', '%24ne', 'x'.repeat(12)]) {
      await ask(`/${unknown}`).expect(404, missing);
    }
  });
});

describe('an export of reviews', () => {
  it.each(['', '&q=ca phe', '&rating=2,4&sort_by=rating', '&deleted=true', '&q=nobody'])(
    'has the reviews of the list as CSV and XLSX: %j',
    async (query) => {
      const wanted = (await body<{ data: Shown[] }>(`?page_size=100${query}`)).data.map(
        ({ review_id }) => review_id,
      );
      const csv = await ask(`/export?format=csv${query}`).expect(200);
      const lines = csv.text.slice(1).trimEnd().split('\r\n');
      expect(lines[0]?.split(',').slice(0, 5)).toEqual([
        'id',
        'review_id',
        'location',
        'location_title',
        'rating',
      ]);
      expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(wanted);
      const xlsx = await ask(`/export?format=xlsx${query}`).responseType('blob').expect(200);
      const [sheet] = await readWorkbook(xlsx.body as Buffer);
      expect(sheet?.data.slice(1).map(([, name]) => name)).toEqual(wanted);
    },
  );

  it('is a file, in which no text is a formula and times are those of the zone', async () => {
    const { text, headers } = await ask('/export?timezone=Asia/Ho_Chi_Minh').expect(200);
    expect(headers['content-disposition']).toBe('attachment; filename="reviews.csv"');
    const { headers: summary } = await ask('/summary').expect(200);
    expect(headers['x-data-version']).toBe(summary['x-data-version']);
    expect(text).toContain(`'=1+1 is $comment.*`);
    expect(text).toContain('2026-01-06 03:00:00');
  });
});

describe('figures of reviews', () => {
  const ALL = {
    count: 4,
    rated: 3,
    average_rating: 11 / 3,
    replied: 2,
    response_rate: 0.5,
    // Ten minutes less a fraction of a second are nine whole ones.
    median_response_minutes: (9 + 120) / 2,
  };

  it('are those of the reviews that are there', async () => {
    expect(await body('/summary')).toEqual(ALL);
    expect(await body('/summary?account=accounts/2')).toEqual(ALL);
    expect(await body('/summary?account=accounts/1')).toMatchObject({ count: 2, rated: 2 });
    expect(await body('/summary?location=locations/2')).toEqual({
      count: 2,
      rated: 1,
      average_rating: 4,
      replied: 0,
      response_rate: 0,
      median_response_minutes: null,
    });
    expect(await body('/summary?date_from=2027-01-01')).toEqual({
      count: 0,
      rated: 0,
      average_rating: null,
      replied: 0,
      response_rate: null,
      median_response_minutes: null,
    });
  });

  it('have a point for every period, in the zone that is asked for', async () => {
    const range = 'date_from=2026-01-05&date_to=2026-01-07';
    const counts = async (query: string) =>
      (await body<{ data: { date: string; count: number }[] }>(`/time-series?${query}`)).data.map(
        ({ date, count }) => [date, count],
      );
    expect(await counts(range)).toEqual([
      ['2026-01-05', 1],
      ['2026-01-06', 1],
      ['2026-01-07', 0],
    ]);
    expect(await counts(`${range}&timezone=Asia/Ho_Chi_Minh`)).toEqual([
      ['2026-01-05', 0],
      ['2026-01-06', 2],
      ['2026-01-07', 0],
    ]);
    expect(await counts('date_from=2026-01-31&date_to=2026-02-28&granularity=month')).toEqual([
      ['2026-01-01', 0],
      ['2026-02-01', 1],
    ]);
    await ask('/time-series?date_from=0001-01-01&date_to=9999-12-31').expect(400);
    await ask('/time-series').expect(422);
  });

  it('say how ratings are spread, all together 100.0', async () => {
    expect(await body('/distribution/rating')).toEqual({
      field: 'rating',
      data: [
        { value: 5, count: 1, percentage: 33.4 },
        { value: 4, count: 1, percentage: 33.3 },
        { value: 3, count: 0, percentage: 0 },
        { value: 2, count: 1, percentage: 33.3 },
        { value: 1, count: 0, percentage: 0 },
      ],
      unrated: 1,
    });
  });

  it('say which locations lead, and by what', async () => {
    const leaders = async (query: string) =>
      (await body<{ data: { value: string; title: string }[] }>(`/top/location?${query}`)).data.map(
        ({ value, title }) => `${value} ${title}`,
      );
    const [first, second] = ['locations/1 Quán Một', 'locations/2 Quán Hai'];
    expect(await leaders('')).toEqual([first, second]);
    expect(await leaders('metric=average_rating')).toEqual([second, first]);
    expect(await leaders('metric=response_rate&limit=1')).toEqual([first]);
    expect(await leaders('date_from=2026-01-20')).toEqual([second]);
    await ask('/top/location?metric=search').expect(422);
  });
});
