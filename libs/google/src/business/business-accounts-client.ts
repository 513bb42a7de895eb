import { BUSINESS_ACCOUNTS_QUOTA } from '../google-quotas';
import { type GoogleEndpoints } from '../http/endpoints';
import { type GoogleHttp } from '../http/google-http';
import { type BusinessAccountPage, readAccountPage } from './business-account';
import { readBusiness } from './business-http';
import { pagesFrom } from './page';
import { type UserCall } from './user-call';

/** Google's maximum. */
const PAGE_SIZE = 20;

/** Lists the Business Profile accounts that a user manages, within the quota. */
export class BusinessAccountsClient {
  constructor(
    private readonly http: GoogleHttp,
    private readonly endpoints: GoogleEndpoints,
  ) {}

  /** One page of the accounts, the first one by default. */
  async list(call: UserCall, pageToken?: string): Promise<BusinessAccountPage> {
    const answer = await readBusiness(
      this.http,
      {
        url: `${this.endpoints.businessAccounts}/accounts`,
        query: { pageSize: String(PAGE_SIZE), pageToken },
        quota: BUSINESS_ACCOUNTS_QUOTA.name,
        notFound: 'BUSINESS_ACCOUNT_NOT_FOUND',
        pageToken,
      },
      call,
    );
    return readAccountPage(answer, pageToken);
  }

  /** All pages from one on. */
  pages(call: UserCall, pageToken?: string): AsyncGenerator<BusinessAccountPage, void, undefined> {
    return pagesFrom((token) => this.list(call, token), pageToken);
  }
}
