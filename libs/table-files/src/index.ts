export { type Table, type TableCell, type TableColumn, type TableRow } from './table';
export { TABLE_FORMATS, type TableFile, tableFile, type TableFormat } from './table-file';
