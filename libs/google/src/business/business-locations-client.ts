import { BUSINESS_LOCATIONS_QUOTA } from '../google-quotas';
import { type GoogleEndpoints } from '../http/endpoints';
import { type GoogleHttp } from '../http/google-http';
import { readBusiness } from './business-http';
import { type BusinessLocationPage, LOCATION_MASK, readLocationPage } from './business-location';
import { pagesFrom } from './page';
import { type UserCall } from './user-call';

/** The maximum; Google's default is 10. */
const PAGE_SIZE = 100;

/** Lists the locations of a Business Profile account, within the quota. */
export class BusinessLocationsClient {
  constructor(
    private readonly http: GoogleHttp,
    private readonly endpoints: GoogleEndpoints,
  ) {}

  /** One page of the locations of an account, the first one by default. */
  async list(call: UserCall, accountId: string, pageToken?: string): Promise<BusinessLocationPage> {
    const account = encodeURIComponent(accountId);
    const answer = await readBusiness(
      this.http,
      {
        url: `${this.endpoints.businessLocations}/accounts/${account}/locations`,
        query: { readMask: LOCATION_MASK, pageSize: String(PAGE_SIZE), pageToken },
        quota: BUSINESS_LOCATIONS_QUOTA.name,
        notFound: 'BUSINESS_ACCOUNT_NOT_FOUND',
        pageToken,
      },
      call,
    );
    return readLocationPage(answer, pageToken);
  }

  /** All pages from one on. */
  pages(
    call: UserCall,
    accountId: string,
    pageToken?: string,
  ): AsyncGenerator<BusinessLocationPage, void, undefined> {
    return pagesFrom((token) => this.list(call, accountId, token), pageToken);
  }
}
