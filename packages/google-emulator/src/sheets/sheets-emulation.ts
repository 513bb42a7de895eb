import { type AdminRoute } from '../control/admin-route';
import { type DriveFile } from '../files/drive-file';
import { OFFICE_WORKBOOK, SPREADSHEET, type FileStore } from '../files/file-store';
import { type ApiModule, type Route } from '../http/route';
import { type SpreadsheetDefinition } from './definition';
import { SpreadsheetHandle } from './edits/spreadsheet-handle';
import { spreadsheetFromDefinition } from './model/from-definition';
import { type Spreadsheet } from './model/spreadsheet';
import { SpreadsheetLibrary } from './model/spreadsheet-library';
import { changeRoutes } from './routes/change-routes';
import { spreadsheetRoutes } from './routes/spreadsheet-routes';
import { valueReadRoutes } from './routes/value-read-routes';
import { valueWriteRoutes } from './routes/value-write-routes';
import { type Sharing } from './sharing';
import { sheetsAdminRoutes } from './sheets-admin';

/** The Sheets API v4 on spreadsheets in memory, whose files are in the emulated Drive. */
export class SheetsEmulation implements ApiModule {
  readonly routes: readonly Route[];
  readonly adminRoutes: readonly AdminRoute[];
  private readonly library: SpreadsheetLibrary;

  constructor(private readonly files: FileStore) {
    this.library = new SpreadsheetLibrary(files);
    this.routes = [
      ...valueReadRoutes(this.library),
      ...valueWriteRoutes(this.library),
      ...changeRoutes(this.library),
      ...spreadsheetRoutes(this.library),
    ];
    this.adminRoutes = sheetsAdminRoutes(this);
  }

  /** Makes a spreadsheet and its file in Drive, shared with nobody unless told. */
  create(definition: SpreadsheetDefinition, sharing: Sharing = {}): SpreadsheetHandle {
    const spreadsheet = spreadsheetFromDefinition(definition, () =>
      this.files.add({
        ...(definition.id !== undefined && { id: definition.id }),
        name: definition.title,
        mimeType: SPREADSHEET,
        ...sharing,
      }),
    );
    this.library.add(spreadsheet);
    return new SpreadsheetHandle(spreadsheet, this.files);
  }

  /** Puts an Excel workbook into Drive, which Sheets refuses to open. */
  addOfficeFile(name: string, sharing: Sharing = {}): DriveFile {
    return this.files.add({ name, mimeType: OFFICE_WORKBOOK, ...sharing });
  }

  /** The spreadsheet of that id, to be edited by hand. */
  find(id: string): SpreadsheetHandle | undefined {
    const spreadsheet = this.library.find(id);
    return spreadsheet && new SpreadsheetHandle(spreadsheet, this.files);
  }

  /** All spreadsheets, oldest first. */
  list(): readonly Spreadsheet[] {
    return this.library.all();
  }
}
