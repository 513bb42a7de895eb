export { type EmulatorOptions, GoogleEmulator } from './emulator';
export { type KeyFile } from './auth/key-file';
export { AuthorizationEndpoint, type ConsentDecision } from './auth/authorization-endpoint';
export { type UserCredentials } from './auth/consents';
export { type OAuthClient, type OAuthClientOptions, OAuthClients } from './auth/oauth-clients';
export { type AccountOptions, type TokenOptions, type UserOptions } from './auth/account';
export { ServiceAccounts } from './auth/service-accounts';
export {
  type BusinessAccountDefinition,
  type BusinessLocationDefinition,
  type ReviewDefinition,
  type ReviewSource,
} from './business/definition';
export { type BusinessScenario } from './business/scenario';
export { type NewReview, type PageChange, type ReviewEdit } from './business/scene';
export { type ReviewOrder } from './business/review-store';
export { EmulatorClock } from './control/emulator-clock';
export { type FaultDefinition, type FaultKind, type FaultStatus } from './control/fault-definition';
export { type FaultHandle, Faults } from './control/faults';
export { Latency, type LatencyMs } from './control/latency';
export { type QuotaLimit, type QuotaLimits, Quotas, type WindowKind } from './control/quotas';
export { type LogEntry, type LogFilter, RequestLog } from './control/request-log';
export { type DriveFile, type Touch } from './files/drive-file';
export { FileStore } from './files/file-store';
export { type ApiName, type QuotaMetric } from './http/route';
export { addSampleData, type SampleData, type SampleOptions } from './sample/add-sample-data';
export {
  type CellInput,
  type CellSpec,
  type CellValue,
  type NumberFormat,
  type RowSource,
  type SpreadsheetDefinition,
  type TabDefinition,
} from './sheets/definition';
export { type SheetEdit } from './sheets/edits/sheet-edit';
export { type SpreadsheetHandle } from './sheets/edits/spreadsheet-handle';
export { type Sharing } from './sheets/sharing';
