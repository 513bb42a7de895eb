import { callRoute, refusal, type TestCall } from '../testing/call-route';
import { StandingClock } from '../testing/standing-clock';
import { BusinessEmulation } from './business-emulation';
import { type BusinessAccountDefinition } from './definition';

const MAI = 'mai@shop.test';
const START = Date.UTC(2026, 10, 10, 2, 15, 31, 123);
const NOT_FOUND = { code: 404, status: 'NOT_FOUND', message: 'Requested entity was not found.' };

const account = (
  id: string,
  changes: Partial<BusinessAccountDefinition> = {},
): BusinessAccountDefinition => ({
  id,
  accountName: `Account ${id}`,
  type: 'LOCATION_GROUP',
  members: [MAI],
  locations: [],
  ...changes,
});

function setUp(): {
  clock: StandingClock;
  business: BusinessEmulation;
  get: <T = Record<string, unknown>>(path: string, call?: TestCall) => Promise<T>;
} {
  const clock = new StandingClock(START);
  const business = new BusinessEmulation({ clock });
  business.add(
    account('102', {
      role: 'MANAGER',
      verificationState: 'VERIFIED',
      locations: [
        {
          id: '502',
          title: 'Cà phê Bến Nghé',
          storeCode: 'HCM-01',
          languageCode: 'vi',
          primaryPhone: '028 1234 5678',
          category: { name: 'categories/gcid:cafe', displayName: 'Cafe' },
          address: { regionCode: 'VN', locality: 'Hồ Chí Minh', addressLines: ['1 Lê Lợi'] },
          placeId: 'ChIJfake',
          reviews: [],
        },
        { id: '503', title: 'Ẩm thực', storeCode: 'HCM-02', reviews: [], verified: false },
      ],
    }),
  );
  business.add(
    account('101', {
      type: 'PERSONAL',
      locations: [{ id: '501', title: 'At home', reviews: [] }],
    }),
  );
  business.add(account('103', { members: ['other@shop.test'] }));
  const get = async <T>(path: string, call: TestCall = {}): Promise<T> =>
    (await callRoute(business, 'GET', path, { as: MAI, ...call })).body as T;
  return { clock, business, get };
}

describe('accounts', () => {
  it('lists those of the caller, the personal one first, without what is not set', async () => {
    const { get } = setUp();
    expect(await get('/v1/accounts')).toEqual({
      accounts: [
        {
          name: 'accounts/101',
          accountName: 'Account 101',
          type: 'PERSONAL',
          verificationState: 'UNVERIFIED',
          vettedState: 'NOT_VETTED',
        },
        {
          name: 'accounts/102',
          accountName: 'Account 102',
          type: 'LOCATION_GROUP',
          role: 'MANAGER',
          verificationState: 'VERIFIED',
          vettedState: 'NOT_VETTED',
          accountNumber: '102',
          permissionLevel: 'MEMBER_LEVEL',
        },
      ],
    });
    expect(await get('/v1/accounts', { as: 'nobody@shop.test' })).toEqual({});
  });

  it('gives pages of twenty', async () => {
    const { business, get } = setUp();
    for (let i = 0; i < 30; i += 1) business.add(account(`2${i}`));
    const first = await get<{ accounts: object[]; nextPageToken: string }>('/v1/accounts');
    expect(first.accounts).toHaveLength(20);
    const second = await get<{ accounts: object[] }>(
      `/v1/accounts?pageToken=${first.nextPageToken}`,
    );
    expect(second.accounts).toHaveLength(12);
    expect(second).not.toHaveProperty('nextPageToken');
    for (const wrong of [
      'pageSize=21',
      'pageSize=-1',
      'pageSize=x',
      'pageToken=x',
      'filter=x=1',
      'filter=type=SHOP',
    ]) {
      expect(await refusal(get(`/v1/accounts?${wrong}`))).toMatchObject({ code: 400 });
    }
  });

  it('can be filtered by type, and found one by one', async () => {
    const { get } = setUp();
    expect(await get('/v1/accounts?filter=type=PERSONAL&fields=accounts.name')).toEqual({
      accounts: [{ name: 'accounts/101' }],
    });
    expect(await get('/v1/accounts?filter=type=USER_GROUP')).toEqual({});
    expect(await get('/v1/accounts?parentAccount=accounts/102')).toEqual({});
    expect(await get('/v1/accounts/102')).toMatchObject({ accountName: 'Account 102' });
    for (const path of [
      '/v1/accounts/103',
      '/v1/accounts/9',
      '/v1/accounts?parentAccount=accounts/103',
    ]) {
      expect(await refusal(get(path))).toMatchObject(NOT_FOUND);
    }
  });

  it('appear and disappear with the membership', async () => {
    const { business, get } = setUp();
    business.addMember('103', MAI);
    expect(await get('/v1/accounts/103')).toMatchObject({ name: 'accounts/103' });
    business.removeMember('103', MAI);
    expect(await refusal(get('/v1/accounts/103'))).toMatchObject(NOT_FOUND);
    business.remove('102');
    expect(await refusal(get('/v1/accounts/102'))).toMatchObject(NOT_FOUND);
    expect(await refusal(get('/v1/locations/502?readMask=name'))).toMatchObject(NOT_FOUND);
  });
});

describe('locations', () => {
  it('answers what the read mask names', async () => {
    const { get } = setUp();
    expect(
      await get('/v1/accounts/102/locations?readMask=name,storefrontAddress.locality,labels'),
    ).toEqual({
      locations: [
        { name: 'locations/502', storefrontAddress: { locality: 'Hồ Chí Minh' } },
        { name: 'locations/503' },
      ],
    });
    const all =
      'name,languageCode,storeCode,title,phoneNumbers,categories,storefrontAddress,metadata,openInfo';
    expect(await get(`/v1/locations/502?readMask=${all}`)).toEqual({
      name: 'locations/502',
      languageCode: 'vi',
      storeCode: 'HCM-01',
      title: 'Cà phê Bến Nghé',
      phoneNumbers: { primaryPhone: '028 1234 5678' },
      categories: { primaryCategory: { name: 'categories/gcid:cafe', displayName: 'Cafe' } },
      storefrontAddress: {
        regionCode: 'VN',
        locality: 'Hồ Chí Minh',
        addressLines: ['1 Lê Lợi'],
      },
      openInfo: { status: 'OPEN', canReopen: true },
      metadata: {
        canDelete: true,
        hasVoiceOfMerchant: true,
        placeId: 'ChIJfake',
        mapsUri: 'https://maps.google.com/maps?cid=502',
        newReviewUri: 'https://search.google.com/local/writereview?placeid=ChIJfake',
      },
    });
  });

  it('does nothing without a read mask, or with a wrong one', async () => {
    const { get } = setUp();
    const refused = (description: string): object => ({
      code: 400,
      message: 'Request contains an invalid argument.',
      options: { details: [{ fieldViolations: [{ field: 'read_mask', description }] }] },
    });
    for (const path of ['/v1/accounts/102/locations', '/v1/locations/502']) {
      expect(await refusal(get(path))).toMatchObject(refused('Field is required'));
      for (const mask of [
        'nope',
        '*',
        'name,',
        'title.x',
        'categories.additionalCategories.displayName',
        'toString',
      ]) {
        expect(await refusal(get(`${path}?readMask=${mask}`))).toMatchObject(
          refused('Invalid field mask provided'),
        );
      }
    }
  });

  it('gives pages of ten unless told, up to a hundred, and a total only with a filter', async () => {
    const { business, get } = setUp();
    const locations = Array.from({ length: 25 }, (_, i) => ({
      id: `6${i}`,
      title: `Shop ${i % 5}`,
      reviews: [],
    }));
    business.add(account('104', { locations }));
    const list = '/v1/accounts/104/locations?readMask=name';
    const names: unknown[] = [];
    const sizes: number[] = [];
    let token = '';
    do {
      const page = await get<{ locations: { name: string }[]; nextPageToken?: string }>(
        `${list}&pageToken=${token}`,
      );
      expect(page).not.toHaveProperty('totalSize');
      names.push(...page.locations.map(({ name }) => name));
      sizes.push(page.locations.length);
      token = page.nextPageToken ?? '';
    } while (token !== '');
    expect([sizes, new Set(names).size]).toEqual([[10, 10, 5], 25]);
    expect(await get(`${list}&pageSize=100`)).toMatchObject({ locations: { length: 25 } });
    expect(await get(`${list}&filter=title="shop 3"&pageSize=2`)).toMatchObject({
      locations: [{ name: 'locations/63' }, { name: 'locations/68' }],
      totalSize: 5,
    });
    for (const wrong of [
      'pageSize=101',
      'pageSize=1.5',
      'pageToken=x',
      'filter=x',
      'filter=name=1',
      'orderBy=name',
      'orderBy=title asc',
    ]) {
      expect(await refusal(get(`${list}&${wrong}`))).toMatchObject({ code: 400 });
    }
  });

  it('can be sorted, and be those of all accounts', async () => {
    const { get } = setUp();
    const titles = async (account: string, orderBy: string): Promise<unknown> => {
      const list = await get<{ locations: { title: string }[] }>(
        `/v1/accounts/${account}/locations?readMask=title&orderBy=${orderBy}`,
      );
      return list.locations.map(({ title }) => title);
    };
    expect(await titles('-', 'title')).toEqual(['At home', 'Ẩm thực', 'Cà phê Bến Nghé']);
    expect(await titles('102', 'store_code desc')).toEqual(['Ẩm thực', 'Cà phê Bến Nghé']);
    expect(await titles('101', '')).toEqual(['At home']);
  });

  it('are hidden from others', async () => {
    const { get } = setUp();
    for (const path of ['/v1/accounts/103/locations', '/v1/locations/9']) {
      expect(await refusal(get(`${path}?readMask=name`))).toMatchObject(NOT_FOUND);
    }
    const other = { as: 'other@shop.test' };
    expect(await refusal(get('/v1/locations/502?readMask=name', other))).toMatchObject(NOT_FOUND);
    expect(await get('/v1/accounts/-/locations?readMask=name', other)).toEqual({});
  });
});

describe('the routes of Business Profile', () => {
  it('want the scope of Business Profile, old or new', () => {
    const { business } = setUp();
    for (const { scopes, metric, api } of business.routes) {
      expect(scopes).toEqual([
        'https://www.googleapis.com/auth/business.manage',
        'https://www.googleapis.com/auth/plus.business.manage',
      ]);
      expect(metric).toBe(api);
    }
  });

  it('say what is wrong with a scene', () => {
    const { business } = setUp();
    expect(() => business.add(account('102'))).toThrow('There is an account 102 already');
    expect(() =>
      business.add(account('105', { locations: [{ id: '502', title: 'x', reviews: [] }] })),
    ).toThrow('There is a location 502 already');
    expect(() => business.add(account('x'))).toThrow('Give the account an id of digits');
    expect(() => business.addReview('9', { stars: 5 })).toThrow('There is no location 9');
    expect(() => business.addReview('502', { stars: 6 })).toThrow('stars, 1 to 5');
    expect(() => business.removeMember('9', MAI)).toThrow('There is no account 9');
    expect(() => business.setReply('502', 'nope', 'x')).toThrow('There is no review nope');
    expect(() => business.setScenario({ notFoundEvery: -1 })).toThrow('Give notFoundEvery');
  });
});
