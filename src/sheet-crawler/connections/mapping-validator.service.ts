import { Injectable } from '@nestjs/common';
import { DomainError, type FieldProblem } from '@tributary/common';
import { columnLetters } from '@tributary/google';
import {
  type ColumnMapping,
  type ConnectedColumn,
  type NamedColumn,
} from '../mapping/column-mapping';
import { fieldNameProblem } from '../mapping/field-name';
import { type HeaderRow, isSameHeader } from '../mapping/header-row';
import { type ConnectionSettings, type SheetConnection } from './sheet-connection';
import { noSuchTab, SheetSourceService, type TabView } from './sheet-source.service';

/** The settings of a connection that were checked against its sheet. */
export type CheckedSettings = Pick<
  SheetConnection,
  'sheet_name' | 'tab_id' | 'account' | 'column_mappings' | 'key'
>;

/** Unchanged columns keep the headers by which they are found. */
type Checkable = Omit<ConnectionSettings, 'sync_enabled' | 'column_mappings'> & {
  readonly column_mappings: readonly (ColumnMapping & { readonly header?: string | null })[];
  readonly key?: NamedColumn | null;
};

/** Validates the settings of a connection against the current sheet. */
@Injectable()
export class MappingValidator {
  constructor(private readonly source: SheetSourceService) {}

  /** Throws an error that names all problems at once. */
  async check(userId: string, sheetId: string, settings: Checkable): Promise<CheckedSettings> {
    refuse(problemsOf(settings));
    const { reading, headers, account } = await this.look(userId, sheetId, settings);
    const { columns } = reading.tab.grid;
    const problems: FieldProblem[] = [];
    const named = (
      loc: FieldProblem['loc'],
      column: string,
      known: string | null = null,
    ): NamedColumn => {
      // Its letters may be those of another column by now.
      if (known !== null && isThere(headers, known)) return { sheet_column: column, header: known };
      const { problem, header = null } = findColumn(headers, column, columns);
      if (problem !== undefined) problems.push({ loc, msg: problem, type: 'no_such_column' });
      return { sheet_column: column, header };
    };
    const column_mappings = settings.column_mappings.map((mapping, at): ConnectedColumn => {
      const loc = ['body', 'column_mappings', at, 'sheet_column'];
      return { ...mapping, ...named(loc, mapping.sheet_column, mapping.header) };
    });
    const { key_column } = settings;
    const knownKey = settings.key?.sheet_column === key_column ? settings.key.header : null;
    const key = key_column === null ? null : named(['body', 'key_column'], key_column, knownKey);
    refuse(problems);
    const { title: sheet_name, id: tab_id } = reading.tab;
    return { sheet_name, tab_id, account: account.email, column_mappings, key };
  }

  private async look(
    userId: string,
    sheet_id: string,
    settings: Checkable,
  ): ReturnType<SheetSourceService['look']> {
    try {
      return await this.source.look(userId, { sheet_id, ...settings }, 0);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'TAB_NOT_FOUND') throw error;
      const { metadata } = await this.source.metadata(userId, sheet_id);
      throw noSuchTab(settings.sheet_name, metadata, ['body', 'sheet_name']);
    }
  }
}

/** Problems that do not depend on the sheet. */
function problemsOf(settings: Checkable): FieldProblem[] {
  const { column_mappings, header_row, data_start_row, sync_mode, key_column } = settings;
  const problems: FieldProblem[] = [];
  const fields = column_mappings.map(({ system_field }) => system_field);
  fields.forEach((field, at) => {
    const loc = ['body', 'column_mappings', at, 'system_field'];
    const problem = fieldNameProblem(field);
    if (problem !== undefined) problems.push({ loc, msg: problem, type: 'unsafe_field' });
    else if (fields.indexOf(field) !== at) {
      const msg = `${field} is mapped twice; map it once.`;
      problems.push({ loc, msg, type: 'repeated_field' });
    }
  });
  if (data_start_row <= header_row) {
    problems.push({
      loc: ['body', 'data_start_row'],
      msg: `The data has to start below the headers, which are in row ${header_row}.`,
      type: 'above_header',
    });
  }
  if (key_column !== null && sync_mode !== 'mirror') {
    problems.push({
      loc: ['body', 'key_column'],
      msg: 'A key column is only used in the mode mirror. Set sync_mode to mirror, or leave it out.',
      type: 'no_key_in_append_mode',
    });
  }
  return problems;
}

/** The header of a column, unless it has none of its own, or what is wrong with the column. */
function findColumn(
  headers: TabView['headers'],
  column: string,
  columns: number,
): { problem?: string; header?: string | null } {
  const match = headers.find(column);
  if (match.kind === 'ambiguous') {
    const letters = match.indexes.map(columnLetters).join(', ');
    const problem = `"${column}" is the header of more than one column: ${letters}. Name the one you mean by its letters.`;
    return { problem };
  }
  if (match.kind === 'missing' || match.index >= columns) {
    return { problem: `There is no column "${column}". The tab has ${headers.describe()}.` };
  }
  return { header: ownHeader(headers, match.index) };
}

/** By what header a column can be found again; null when it has none, or shares it with others. */
function ownHeader(headers: HeaderRow, index: number): string | null {
  const text = headers.texts[index] ?? '';
  // With the blanks around it where another column bears the same header without them.
  const names = [text.trim(), text].filter((name) => name !== '');
  const isOwn = (name: string): boolean => {
    const match = headers.find(name);
    return match.kind === 'found' && match.index === index;
  };
  return names.find(isOwn) ?? null;
}

function isThere(headers: HeaderRow, header: string): boolean {
  const match = headers.find(header);
  return match.kind === 'found' && isSameHeader(headers.texts[match.index] ?? '', header);
}

function refuse(problems: FieldProblem[]): void {
  if (problems.length > 0) throw new DomainError('VALIDATION_FAILED', { detail: problems });
}
