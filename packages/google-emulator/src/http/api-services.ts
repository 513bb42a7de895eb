import { type ApiName, type QuotaMetric } from './route';

/** How Google calls an API in its errors. */
export interface ApiService {
  readonly service: string;
  readonly title: string;
}

/** The services behind the APIs. */
export const API_SERVICES: Readonly<Record<ApiName, ApiService>> = {
  oauth: { service: 'oauth2.googleapis.com', title: 'Google OAuth2 API' },
  sheets: { service: 'sheets.googleapis.com', title: 'Google Sheets API' },
  drive: { service: 'drive.googleapis.com', title: 'Google Drive API' },
  accountManagement: {
    service: 'mybusinessaccountmanagement.googleapis.com',
    title: 'My Business Account Management API',
  },
  businessInformation: {
    service: 'mybusinessbusinessinformation.googleapis.com',
    title: 'My Business Business Information API',
  },
  reviews: { service: 'mybusiness.googleapis.com', title: 'Google My Business API' },
};

/** The names of all APIs. */
export const API_NAMES = Object.keys(API_SERVICES) as readonly ApiName[];

/** How Google calls a quota in its errors. */
export interface QuotaName {
  readonly api: ApiName;
  /** As in `Quota exceeded for quota metric '...'`. */
  readonly title: string;
  readonly metric: string;
  /** What limits are named after, such as `ReadRequestsPerMinutePerUser`. */
  readonly limit: string;
}

const DEFAULT_REQUESTS = {
  title: 'Requests',
  metric: 'default_requests',
  limit: 'DefaultRequests',
} as const;

/** The names of the quotas. */
export const QUOTA_NAMES: Readonly<Record<QuotaMetric, QuotaName>> = {
  'sheets.read': {
    api: 'sheets',
    title: 'Read requests',
    metric: 'read_requests',
    limit: 'ReadRequests',
  },
  'sheets.write': {
    api: 'sheets',
    title: 'Write requests',
    metric: 'write_requests',
    limit: 'WriteRequests',
  },
  drive: { api: 'drive', title: 'Queries', metric: 'default', limit: 'Default' },
  accountManagement: { api: 'accountManagement', ...DEFAULT_REQUESTS },
  businessInformation: { api: 'businessInformation', ...DEFAULT_REQUESTS },
  reviews: { api: 'reviews', ...DEFAULT_REQUESTS },
};

/** The names of all quotas. */
export const QUOTA_METRICS = Object.keys(QUOTA_NAMES) as readonly QuotaMetric[];
