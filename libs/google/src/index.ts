export { type GoogleAccount } from './accounts/google-account';
export { GoogleAccountPool, type GoogleAccountPoolOptions } from './accounts/google-account-pool';
export { type BusinessAccount, type BusinessAccountPage } from './business/business-account';
export { BusinessAccountsClient } from './business/business-accounts-client';
export {
  type BusinessAddress,
  type BusinessLocation,
  type BusinessLocationPage,
} from './business/business-location';
export { BusinessLocationsClient } from './business/business-locations-client';
export { type BusinessReview, type Reviewer, type ReviewReply } from './business/business-review';
export {
  BusinessReviewsClient,
  type LocationPath,
  MAX_BATCH_LOCATIONS,
  type ReviewBatchOptions,
  type ReviewListOptions,
  type ReviewOrder,
} from './business/business-reviews-client';
export { compareTimestamps } from './business/compare-timestamps';
export { type BusinessPage } from './business/page';
export { reviewKey, type ReviewName } from './business/resource-names';
export { type ReviewBatchPage, type ReviewPage } from './business/review-pages';
export { type UserCall } from './business/user-call';
export { type DriveChange, type DriveChangePage } from './drive/drive-changes';
export { DriveClient } from './drive/drive-client';
export { type DriveFile } from './drive/drive-file';
export {
  BUSINESS_ACCOUNTS_QUOTA,
  BUSINESS_LOCATIONS_QUOTA,
  BUSINESS_REVIEWS_QUOTA,
  DRIVE_QUOTA,
  SHEETS_QUOTA,
} from './google-quotas';
export { GoogleModule } from './google.module';
export { type GoogleEndpoints, googleEndpoints } from './http/endpoints';
export { type CallOptions, type GoogleCall } from './http/google-call';
export { GoogleHttp } from './http/google-http';
export { BUSINESS_SCOPE, requireBusinessScope } from './oauth/business-scope';
export { type ConnectedAccount, ConnectionTokens } from './oauth/connection-tokens';
export {
  type ConsentCode,
  type ConsentRequest,
  GoogleOAuth,
  type OfflineGrant,
  type OAuthClient,
} from './oauth/google-oauth';
export { type OAuthGrant } from './oauth/oauth-grant';
export { createPkce, type Pkce } from './oauth/pkce';
export { type TokenInfo } from './oauth/token-info';
export { TokenInspector } from './oauth/token-inspector';
export { ALL_COLUMNS, columnIndex, columnLetters, type ColumnSpan } from './sheets/a1';
export { type Cell, CellError, EMPTY_CELL, type SheetRow } from './sheets/cell';
export { serialToInstant } from './sheets/serial-date';
export { SheetReading } from './sheets/sheet-reading';
export { type ReadRowsOptions, SheetsClient } from './sheets/sheets-client';
export {
  type GridSize,
  type SheetTab,
  type SpreadsheetMetadata,
  type SpreadsheetProperties,
} from './sheets/spreadsheet-metadata';
export { bearerCredentials, type GivenToken } from './tokens/bearer-credentials';
export { type AccessTokens, type GoogleCredentials } from './tokens/google-credentials';
