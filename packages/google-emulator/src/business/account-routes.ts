import { BUSINESS_SCOPES } from '../auth/scopes';
import { type ApiCall, type Route } from '../http/route';
import { type BusinessDirectory } from './business-directory';
import { invalidField } from './business-errors';
import { masked } from './masked';
import { pageOf, pageSize } from './page';
import { accountResource } from './resources';

const TYPES = ['PERSONAL', 'LOCATION_GROUP', 'USER_GROUP', 'ORGANIZATION'];
const COMMON = {
  api: 'accountManagement',
  metric: 'accountManagement',
  scopes: BUSINESS_SCOPES,
  method: 'GET',
} as const;

/** The routes of the Account Management API. */
export function businessAccountRoutes(directory: BusinessDirectory): readonly Route[] {
  return [
    {
      ...COMMON,
      name: 'accounts.list',
      path: /^\/v1\/accounts$/,
      handle: (call) => masked(call, listAccounts(directory, call)),
    },
    {
      ...COMMON,
      name: 'accounts.get',
      path: /^\/v1\/accounts\/(?<account>[^/:]+)$/,
      handle: (call) => {
        const account = directory.account(call.params.account ?? '', call.caller.email);
        return masked(call, accountResource(account));
      },
    },
  ];
}

function listAccounts(directory: BusinessDirectory, { query, caller }: ApiCall): unknown {
  const size = pageSize(query, { byDefault: 20, max: 20 });
  const parent = query.get('parentAccount') ?? '';
  // No account here has others below it; but it has to be one that the caller may see.
  if (parent !== '') {
    directory.account(parent.replace(/^accounts\//, ''), caller.email);
    return {};
  }
  const filter = query.get('filter') ?? '';
  const type = /^type="?(\w+)"?$/.exec(filter)?.[1];
  if (filter !== '' && (type === undefined || !TYPES.includes(type))) {
    throw invalidField('filter', `Invalid filter: ${filter}`);
  }
  const accounts = directory
    .accountsOf(caller.email)
    .filter(({ definition }) => type === undefined || definition.type === type);
  const token = query.get('pageToken') ?? '';
  const page = pageOf(accounts, ['accounts', caller.email, filter], token, size);
  return {
    ...(page.entries.length > 0 && { accounts: page.entries.map(accountResource) }),
    ...(page.nextPageToken !== undefined && { nextPageToken: page.nextPageToken }),
  };
}
