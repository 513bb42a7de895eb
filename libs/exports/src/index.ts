export { ApiExport } from './api-export';
export { ExportInterceptor } from './export.interceptor';
export { type ExportedFile } from './exported-file';
export { exportRows, type RowExport, type RowLayout } from './export-rows';
export { IsExportFormat } from './is-export-format';
