import { AdminError } from '../control/admin-route';
import { callAdmin, callRoute } from '../testing/call-route';
import { StandingClock } from '../testing/standing-clock';
import { BusinessEmulation } from './business-emulation';

type Request = [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown];

const ACCOUNT = {
  id: '101',
  accountName: 'Chain',
  type: 'LOCATION_GROUP',
  members: ['mai@shop.test'],
  locations: [{ id: '501', title: 'One', reviews: [] }],
};

function setUp(): { business: BusinessEmulation; admin: (...request: Request) => unknown } {
  const business = new BusinessEmulation({ clock: new StandingClock(0) });
  return {
    business,
    admin: (...[method, path, body]) => callAdmin(business, method, path, body),
  };
}

describe('setting the scene of Business Profile from another process', () => {
  it('adds an account, and has reviews come, change and go', async () => {
    const { business, admin } = setUp();
    const reviews = async (): Promise<unknown> =>
      (
        await callRoute(business, 'GET', '/v4/accounts/101/locations/501/reviews', {
          as: 'mai@shop.test',
        })
      ).body;
    expect(admin('POST', '/business/accounts', ACCOUNT)).toEqual({ id: '101' });
    const one = '/business/locations/501/reviews/r1';
    admin('POST', '/business/locations/501/reviews', { reviewId: 'r1', stars: 2 });
    admin('PUT', one, { stars: 4 });
    admin('PUT', `${one}/reply`, { comment: 'Thanks' });
    expect(await reviews()).toMatchObject({
      reviews: [{ starRating: 'FOUR', reviewReply: { comment: 'Thanks' } }],
    });
    admin('DELETE', `${one}/reply`);
    admin('DELETE', one);
    expect(await reviews()).toEqual({});
    admin('PUT', '/business/scenario', { emptyLocation: 'zeros' });
    expect(admin('GET', '/business/scenario')).toMatchObject({ emptyLocation: 'zeros' });
    expect(await reviews()).toMatchObject({ totalReviewCount: 0 });
    admin('DELETE', '/business/accounts/101/members/mai@shop.test');
    await expect(reviews()).rejects.toThrow('Requested entity was not found.');
    admin('PUT', '/business/accounts/101/members/mai@shop.test');
    await reviews();
    admin('DELETE', '/business/accounts/101');
    await expect(reviews()).rejects.toThrow('Requested entity was not found.');
  });

  it('shares a location, and has reviews change while they are read', async () => {
    const { admin, business } = setUp();
    admin('POST', '/business/accounts', ACCOUNT);
    admin('POST', '/business/accounts', { ...ACCOUNT, id: '102', locations: [] });
    admin('PUT', '/business/accounts/102/locations/501');
    admin('PUT', '/business/accounts/102/locations/501');
    const list = async (path: string): Promise<unknown> =>
      (await callRoute(business, 'GET', path, { as: 'mai@shop.test' })).body;
    const shared = { locations: [{ name: 'locations/501' }] };
    const locations = (account: string): string =>
      `/v1/accounts/${account}/locations?readMask=name`;
    for (const account of ['101', '102', '-']) {
      expect(await list(locations(account))).toEqual(shared);
    }
    admin('POST', '/business/locations/501/reviews', { reviewId: 'r1', stars: 2 });
    const changes = '/business/locations/501/changes-between-pages';
    const change = {
      afterPage: 1,
      add: [{ reviewId: 'r2', stars: 4 }],
      edit: [{ reviewId: 'r1', stars: 5 }],
    };
    expect(admin('POST', changes, change)).toEqual({ pending: 1 });
    await list('/v4/accounts/102/locations/501/reviews');
    expect(admin('GET', changes)).toEqual({ pending: 0 });
    expect(await list('/v4/accounts/101/locations/501/reviews')).toMatchObject({
      averageRating: 4.5,
      totalReviewCount: 2,
    });
    admin('DELETE', '/business/accounts/102/locations/501');
    expect(await list(locations('102'))).toEqual({});
    expect(await list(locations('101'))).toEqual(shared);
  });

  const refused: [string, Request][] = [
    ['Send a JSON object', ['POST', '/business/accounts']],
    ['id of digits', ['POST', '/business/accounts', {}]],
    ['its accountName', ['POST', '/business/accounts', { ...ACCOUNT, accountName: 1 }]],
    ['a type', ['POST', '/business/accounts', { ...ACCOUNT, type: 'SHOP' }]],
    ['its members', ['POST', '/business/accounts', { ...ACCOUNT, members: 'mai' }]],
    ['its locations', ['POST', '/business/accounts', { ...ACCOUNT, locations: {} }]],
    ['each location', ['POST', '/business/accounts', { ...ACCOUNT, locations: [1] }]],
    ['its title', ['POST', '/business/accounts', { ...ACCOUNT, locations: [{ id: '1' }] }]],
    [
      'reviews',
      [
        'POST',
        '/business/accounts',
        { ...ACCOUNT, locations: [{ id: '1', title: 'x', reviews: {} }] },
      ],
    ],
    ['its stars', ['POST', '/business/locations/501/reviews', { stars: 0 }]],
    ['the times', ['POST', '/business/locations/501/reviews', { stars: 5, createTime: 'now' }]],
    ['no location 9', ['POST', '/business/locations/9/reviews', { stars: 5 }]],
    ['no review x', ['PUT', '/business/locations/501/reviews/x', { stars: 5 }]],
    ['no review x', ['DELETE', '/business/locations/501/reviews/x']],
    ['Give the {comment}', ['PUT', '/business/locations/501/reviews/x/reply', {}]],
    ['no oddity called x', ['PUT', '/business/scenario', { x: 1 }]],
    ['reviewsOnlyOnFirstPage', ['PUT', '/business/scenario', { reviewsOnlyOnFirstPage: 1 }]],
    ['notFoundEvery', ['PUT', '/business/scenario', { notFoundEvery: 'x' }]],
    ['notFoundEvery', ['PUT', '/business/scenario', { notFoundEvery: 0.5 }]],
    ['emptyLocation', ['PUT', '/business/scenario', { emptyLocation: 'x' }]],
    ['reviewsOnlyOnFirstPage', ['PUT', '/business/scenario', { reviewsOnlyOnFirstPage: ['x'] }]],
    ['loseEvery', ['PUT', '/business/scenario', { loseEvery: -1 }]],
    ['by-offset', ['PUT', '/business/scenario', { pages: 'x' }]],
    ['wildcard', ['PUT', '/business/scenario', { accountInNames: '-' }]],
    ['no location 9', ['PUT', '/business/accounts/101/locations/9']],
    ['no account 9', ['DELETE', '/business/accounts/9/locations/501']],
    ['sharedLocations', ['POST', '/business/accounts', { ...ACCOUNT, sharedLocations: [1] }]],
    ['afterPage', ['POST', '/business/locations/501/changes-between-pages', {}]],
    ['no field x', ['POST', '/business/locations/501/changes-between-pages', { x: 1 }]],
    ['add as a list', ['POST', '/business/locations/501/changes-between-pages', { add: {} }]],
  ];
  it.each(refused)('says what to do: %s', (message, request) => {
    const { admin } = setUp();
    if (!request[1].endsWith('accounts')) admin('POST', '/business/accounts', ACCOUNT);
    expect(() => admin(...request)).toThrow(AdminError);
    expect(() => admin(...request)).toThrow(message);
  });
});
