export { type GoogleAccount } from './accounts/google-account';
export { GoogleAccountPool, type GoogleAccountPoolOptions } from './accounts/google-account-pool';
export { type DriveChange, type DriveChangePage } from './drive/drive-changes';
export { DriveClient } from './drive/drive-client';
export { type DriveFile } from './drive/drive-file';
export { DRIVE_QUOTA, SHEETS_QUOTA } from './google-quotas';
export { GoogleModule } from './google.module';
export { type GoogleEndpoints, googleEndpoints } from './http/endpoints';
export { type CallOptions, type GoogleCall } from './http/google-call';
export { GoogleHttp } from './http/google-http';
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
