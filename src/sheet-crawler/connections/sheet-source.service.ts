import { Injectable } from '@nestjs/common';
import { DomainError, type FieldProblem } from '@tributary/common';
import {
  ALL_COLUMNS,
  type GoogleAccount,
  type GoogleCall,
  type SheetReading,
  type SheetRow,
  SheetsClient,
  type SpreadsheetMetadata,
} from '@tributary/google';
import { HeaderRow } from '../mapping/header-row';
import { type SheetConnection } from './sheet-connection';
import { SheetAccountService } from './sheet-account.service';

/** The headers and first rows of a tab. */
export interface TabView {
  readonly reading: SheetReading;
  readonly headers: HeaderRow;
  readonly rows: readonly SheetRow[];
}

/** Which rows of the tab a preview reads. */
export interface TabPlace {
  readonly sheet_id: string;
  readonly sheet_name: string;
  readonly header_row: number;
  readonly data_start_row: number;
}

/** A user waits for the response. */
const QUOTA_WAIT_MS = 10_000;
const NO_ACCESS = new Set<string>(['SHEET_NOT_SHARED', 'SHEET_NOT_FOUND']);

/** Reads spreadsheets while a user waits for the response. */
@Injectable()
export class SheetSourceService {
  constructor(
    private readonly sheets: SheetsClient,
    private readonly accounts: SheetAccountService,
  ) {}

  /** A spreadsheet's title, time zone and tabs; 400 with whom to share when none of us can see it. */
  async metadata(
    userId: string,
    sheetId: string,
  ): Promise<{ account: GoogleAccount; metadata: SpreadsheetMetadata }> {
    return this.withAccess(userId, async (account) => ({
      account,
      metadata: await this.sheets.getMetadata(sheetId, call(account, userId)),
    }));
  }

  /** The headers and some rows of a tab, and the account that can see it. */
  async look(
    userId: string,
    place: TabPlace,
    rows: number,
  ): Promise<TabView & { account: GoogleAccount }> {
    return this.withAccess(userId, async (account) => ({
      account,
      ...(await this.view(place, rows, call(account, userId))),
    }));
  }

  /** The same for a connection, with the account that reads it. */
  async lookAt(connection: SheetConnection, rows: number, firstRows?: number): Promise<TabView> {
    const account = this.accounts.accountOf(connection);
    const asked = call(account, connection.user_id);
    return this.withAccess(
      connection.user_id,
      () => this.view(connection, rows, asked, firstRows),
      [account],
    );
  }

  private async view(
    { sheet_id, sheet_name, header_row, data_start_row }: TabPlace,
    rows: number,
    asked: GoogleCall,
    firstRows = Math.max(1, rows),
  ): Promise<TabView> {
    const reading = await this.sheets.readRows(sheet_id, sheet_name, data_start_row, ALL_COLUMNS, {
      headerRow: header_row,
      firstRows,
      ...asked,
    });
    return { reading, headers: HeaderRow.of(reading.header), rows: await firstOf(reading, rows) };
  }

  /** A sheet that is shared with another of our accounts is as good as shared. */
  private async withAccess<T>(
    userId: string,
    ask: (account: GoogleAccount) => Promise<T>,
    candidates = this.accounts.candidatesFor(userId),
  ): Promise<T> {
    for (const account of candidates) {
      try {
        return await ask(account);
      } catch (error) {
        if (!(error instanceof DomainError) || !NO_ACCESS.has(error.code)) throw error;
      }
    }
    const shareWith = candidates[0]?.shareWith ?? '';
    throw new DomainError('SHEET_NOT_SHARED', {
      detail: `Cannot access sheet. Please share with ${shareWith}`,
    });
  }
}

function call({ email }: GoogleAccount, owner: string): GoogleCall {
  return { account: email, owner, quotaWaitMs: QUOTA_WAIT_MS };
}

async function firstOf(reading: SheetReading, count: number): Promise<readonly SheetRow[]> {
  if (count === 0) return [];
  for await (const rows of reading) return rows.slice(0, count);
  return [];
}

/** An error that lists the existing tabs. */
export function noSuchTab(
  name: string,
  { tabs }: SpreadsheetMetadata,
  loc: FieldProblem['loc'],
): DomainError {
  const titles = tabs.map(({ title }) => `"${title}"`).join(', ');
  const msg = `There is no tab "${name}". The spreadsheet has ${titles}.`;
  return new DomainError('VALIDATION_FAILED', { detail: [{ loc, msg, type: 'no_such_tab' }] });
}
