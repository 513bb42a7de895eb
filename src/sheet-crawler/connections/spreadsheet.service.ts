import { Injectable } from '@nestjs/common';
import { DomainError, type FieldProblem } from '@tributary/common';
import { type GoogleAccount, type SpreadsheetMetadata } from '@tributary/google';
import { SheetAccountService } from './sheet-account.service';
import { type PastedSheet, readSheetId } from './sheet-id';
import { noSuchTab, SheetSourceService } from './sheet-source.service';

/** Shows users what they can connect. */
@Injectable()
export class SpreadsheetService {
  constructor(
    private readonly source: SheetSourceService,
    private readonly accounts: SheetAccountService,
  ) {}

  /** The account that a user is asked to share with. */
  account(userId: string): GoogleAccount {
    return this.accounts.accountFor(userId);
  }

  /** A spreadsheet, and the headers of a tab if one is named. */
  async describe(
    userId: string,
    sheet: string,
    tab: string | undefined,
    headerRow: number,
  ): Promise<{ metadata: SpreadsheetMetadata; headers: readonly string[] | undefined }> {
    const { sheetId } = requireSheetId(sheet, ['path', 'sheet_id']);
    const { metadata } = await this.source.metadata(userId, sheetId);
    if (tab === undefined) return { metadata, headers: undefined };
    if (!metadata.tabs.some(({ title }) => title.toLowerCase() === tab.toLowerCase())) {
      throw noSuchTab(tab, metadata, ['query', 'tab']);
    }
    const place = {
      sheet_id: sheetId,
      sheet_name: tab,
      header_row: headerRow,
      data_start_row: headerRow + 1,
    };
    const { headers } = await this.source.look(userId, place, 0);
    return { metadata, headers: headers.texts };
  }
}

/** Parses what was pasted; rejected when it is neither an id nor an address of a spreadsheet. */
export function requireSheetId(text: string, loc: FieldProblem['loc']): PastedSheet {
  const pasted = readSheetId(text);
  if (pasted) return pasted;
  const msg =
    'This is neither the id nor the address of a Google Sheet. Paste the address as the browser shows it: https://docs.google.com/spreadsheets/d/.../edit';
  throw new DomainError('VALIDATION_FAILED', { detail: [{ loc, msg, type: 'sheet_id' }] });
}
