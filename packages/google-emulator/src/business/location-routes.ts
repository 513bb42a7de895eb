import { BUSINESS_SCOPES } from '../auth/scopes';
import { type ApiCall, type Route } from '../http/route';
import { type BusinessDirectory, type BusinessLocation } from './business-directory';
import { locationFilter, locationOrder } from './location-query';
import { masked } from './masked';
import { pageOf, pageSize } from './page';
import { readMask } from './read-mask';
import { locationResource } from './resources';

const COMMON = {
  api: 'businessInformation',
  metric: 'businessInformation',
  scopes: BUSINESS_SCOPES,
  method: 'GET',
} as const;

/** The routes of the Business Information API. */
export function locationRoutes(directory: BusinessDirectory): readonly Route[] {
  return [
    {
      ...COMMON,
      name: 'accounts.locations.list',
      path: /^\/v1\/accounts\/(?<account>[^/:]+)\/locations$/,
      handle: (call) => masked(call, listLocations(directory, call)),
    },
    {
      ...COMMON,
      name: 'locations.get',
      path: /^\/v1\/locations\/(?<location>[^/:]+)$/,
      handle: (call) => {
        const mask = readMask(call.query);
        const location = directory.location(call.params.location ?? '', call.caller.email);
        return masked(call, mask.apply(locationResource(location)));
      },
    },
  ];
}

function listLocations(directory: BusinessDirectory, call: ApiCall): unknown {
  const { query } = call;
  const mask = readMask(query);
  const size = pageSize(query, { byDefault: 10, max: 100 });
  const filter = query.get('filter') ?? '';
  const orderBy = query.get('orderBy') ?? '';
  const accountId = call.params.account ?? '';
  const all = locationsOf(directory, accountId, call.caller.email);
  const found = filter === '' ? all : all.filter(locationFilter(filter));
  const sorted = orderBy === '' ? found : [...found].sort(locationOrder(orderBy));
  const key = ['locations', call.caller.email, accountId, filter, orderBy];
  const page = pageOf(sorted, key, query.get('pageToken') ?? '', size);
  return {
    ...(page.entries.length > 0 && {
      locations: page.entries.map((location) => mask.apply(locationResource(location))),
    }),
    ...(page.nextPageToken !== undefined && { nextPageToken: page.nextPageToken }),
    // A total that is not asked for by a filter is not told, nor is one of nothing.
    ...(filter !== '' && found.length > 0 && { totalSize: found.length }),
  };
}

/** The account `-` stands for everything that the caller can reach. */
function locationsOf(
  directory: BusinessDirectory,
  accountId: string,
  email: string,
): readonly BusinessLocation[] {
  return accountId === '-'
    ? directory.locationsOf(email)
    : directory.account(accountId, email).locations;
}
