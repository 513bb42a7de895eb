import { ApiError } from '../../http/api-error';
import { type DriveFile } from '../../files/drive-file';
import { OFFICE_WORKBOOK, SPREADSHEET, type FileStore } from '../../files/file-store';
import { type Spreadsheet } from './spreadsheet';

/** All spreadsheets, each with its file in Drive, and who may open them. */
export class SpreadsheetLibrary {
  private readonly spreadsheets = new Map<string, Spreadsheet>();

  constructor(readonly files: FileStore) {}

  add(spreadsheet: Spreadsheet): void {
    this.spreadsheets.set(spreadsheet.id, spreadsheet);
  }

  /** The spreadsheet of that id, as long as its file is in Drive. */
  find(id: string): Spreadsheet | undefined {
    return this.files.find(id) && this.spreadsheets.get(id);
  }

  all(): Spreadsheet[] {
    return [...this.spreadsheets.values()].filter(({ id }) => this.files.find(id) !== undefined);
  }

  /** The spreadsheet for somebody who wants to read it. */
  forReading(id: string, email: string): Spreadsheet {
    return this.open(id, (file) => this.files.canRead(file, email));
  }

  /** The spreadsheet for somebody who wants to change it. */
  forWriting(id: string, email: string): Spreadsheet {
    return this.open(id, (file) => this.files.canWrite(file, email));
  }

  private open(id: string, isAllowed: (file: DriveFile) => boolean): Spreadsheet {
    const file = this.files.find(id);
    const isWorkbook = file?.mimeType === SPREADSHEET || file?.mimeType === OFFICE_WORKBOOK;
    if (!file || !isWorkbook) throw notFound();
    if (!isAllowed(file)) {
      throw new ApiError(403, 'PERMISSION_DENIED', 'The caller does not have permission');
    }
    if (file.mimeType === OFFICE_WORKBOOK) {
      throw new ApiError(
        400,
        'FAILED_PRECONDITION',
        'This operation is not supported for this document. The document must not be an Office file.',
      );
    }
    const spreadsheet = this.spreadsheets.get(id);
    if (!spreadsheet) throw notFound();
    return spreadsheet;
  }
}

function notFound(): ApiError {
  return new ApiError(404, 'NOT_FOUND', 'Requested entity was not found.');
}
