/** A cell whose formula has no value. */
export class CellError {
  constructor(
    /** As Sheets names it: `N_A`, `REF`, ...; `LOADING` is a value that is still being fetched. */
    readonly type: string,
    /** What Sheets says about it, in the language of the spreadsheet. */
    readonly message: string,
  ) {}
}

/** A cell, exactly and as a person sees it. Formulas count by their result. */
export interface Cell {
  /** The exact value; dates are numbers of days (see `serialToInstant`), an empty cell is null. */
  readonly value: string | number | boolean | CellError | null;
  /** What the sheet shows: `1.234,50 ₫`, `31/12/2026`, `#N/A`; empty for an empty cell. */
  readonly text: string;
}

/** The value of a missing cell. */
export const EMPTY_CELL: Cell = { value: null, text: '' };

/** A row that is not blank; cells behind the last filled one are left out. */
export interface SheetRow {
  /** As the sheet shows it, from 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
}
