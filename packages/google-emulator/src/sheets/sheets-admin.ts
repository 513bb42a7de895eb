import { AdminError, type AdminCall, type AdminRoute } from '../control/admin-route';
import { type SpreadsheetDefinition } from './definition';
import { type SpreadsheetHandle } from './edits/spreadsheet-handle';
import { type SheetEdit } from './edits/sheet-edit';
import { type Spreadsheet } from './model/spreadsheet';
import { type Sharing } from './sharing';

/** What the routes need of the emulation. */
export interface SheetsScene {
  create(definition: SpreadsheetDefinition, sharing?: Sharing): SpreadsheetHandle;
  find(id: string): SpreadsheetHandle | undefined;
  list(): readonly Spreadsheet[];
}

/** Sets spreadsheets up, and edits them by hand, from another process. */
export function sheetsAdminRoutes(scene: SheetsScene): AdminRoute[] {
  return [
    {
      method: 'GET',
      path: /^\/spreadsheets$/,
      doc: 'All spreadsheets with their tabs',
      handle: () => scene.list().map(summary),
    },
    {
      method: 'POST',
      path: /^\/spreadsheets$/,
      doc: 'Makes a spreadsheet from a definition {title, locale?, timeZone?, tabs, namedRanges?, sharing?}',
      handle: (call) => told(() => create(scene, call)),
    },
    {
      method: 'POST',
      path: /^\/spreadsheets\/(?<id>[^/]+)\/edits$/,
      doc: 'Edits by hand: {edits: [{kind, tab, …}]}, all or none',
      handle: (call) => told(() => edit(scene, call)),
    },
  ];
}

function create(scene: SheetsScene, { body }: AdminCall): unknown {
  const { sharing, ...definition } = object(body);
  const handle = scene.create(definition as unknown as SpreadsheetDefinition, checked(sharing));
  return { id: handle.id, title: handle.title };
}

function edit(scene: SheetsScene, { params, body }: AdminCall): unknown {
  const handle = scene.find(params.id ?? '');
  if (!handle) {
    throw new AdminError(
      `There is no spreadsheet ${params.id}; GET /emulator/spreadsheets lists them`,
    );
  }
  const { edits } = object(body);
  if (!Array.isArray(edits)) {
    throw new AdminError(
      'Send {"edits": [{"kind": "set", "tab": "Orders", "cell": "A1", "rows": [["x"]]}]}',
    );
  }
  handle.edit(...(edits as SheetEdit[]));
  return { id: handle.id, tabs: handle.tabTitles };
}

function summary({ id, title, locale, timeZone, tabs }: Spreadsheet): unknown {
  return {
    id,
    title,
    locale,
    timeZone,
    tabs: tabs.map(({ properties }) => ({
      title: properties.title,
      sheetId: properties.sheetId,
      rowCount: properties.rowCount,
      columnCount: properties.columnCount,
      hidden: properties.hidden,
    })),
  };
}

function checked(sharing: unknown): Sharing {
  if (sharing === undefined) return {};
  const { readers, writers, anyoneWithLink } = object(sharing);
  for (const emails of [readers, writers]) {
    const isList = Array.isArray(emails) && emails.every((email) => typeof email === 'string');
    if (emails !== undefined && !isList) {
      throw new AdminError('readers and writers are lists of emails: {"readers": ["a@b.test"]}');
    }
  }
  if (anyoneWithLink !== undefined && typeof anyoneWithLink !== 'boolean') {
    throw new AdminError('anyoneWithLink is true or false');
  }
  return object(sharing);
}

function object(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new AdminError('Send a JSON object');
}

/** What is wrong with a scene is for its author to read, in whatever process that is. */
function told<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof AdminError || !(error instanceof Error)) throw error;
    throw new AdminError(error.message, { cause: error });
  }
}
