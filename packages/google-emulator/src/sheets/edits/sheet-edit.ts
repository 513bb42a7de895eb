import { type CellInput, type TabDefinition } from '../definition';

/** Rows of cells; a cell that is undefined stays as it is. */
export type EditRows = readonly (readonly (CellInput | undefined)[])[];

/**
 * Something that a person does in a spreadsheet. Rows are numbered from 1 and columns are
 * letters, as the person sees them; tabs are named by their titles.
 */
export type SheetEdit =
  /** Types into cells, from a cell such as `B2` on; the grid grows when it has to. */
  | { readonly kind: 'set'; readonly tab: string; readonly cell: string; readonly rows: EditRows }
  /** New results of formulas, which leave no trace in Drive. */
  | {
      readonly kind: 'recalculate';
      readonly tab: string;
      readonly cell: string;
      readonly rows: EditRows;
    }
  /** Types below the last row that has content. */
  | { readonly kind: 'append'; readonly tab: string; readonly rows: EditRows }
  | {
      readonly kind: 'insertRows' | 'deleteRows';
      readonly tab: string;
      readonly row: number;
      readonly count?: number;
    }
  | {
      readonly kind: 'insertColumns' | 'deleteColumns';
      readonly tab: string;
      readonly column: string;
      readonly count?: number;
    }
  | {
      readonly kind: 'sort';
      readonly tab: string;
      readonly column: string;
      readonly descending?: boolean;
      /** How many rows at the top stay where they are; 1 unless told. */
      readonly headerRows?: number;
    }
  | { readonly kind: 'renameTab'; readonly tab: string; readonly title: string }
  | { readonly kind: 'addTab'; readonly definition: TabDefinition; readonly index?: number }
  | { readonly kind: 'deleteTab'; readonly tab: string }
  | { readonly kind: 'hideTab'; readonly tab: string; readonly hidden?: boolean }
  /** Puts a tab at a place among the others, counted from 0 when all is done. */
  | { readonly kind: 'moveTab'; readonly tab: string; readonly index: number }
  | {
      readonly kind: 'resize';
      readonly tab: string;
      readonly rowCount?: number;
      readonly columnCount?: number;
    }
  /** Empties the cells of a range such as `A2:C`, or of the whole tab. */
  | { readonly kind: 'clear'; readonly tab: string; readonly range?: string }
  /** Gives the spreadsheet another title. */
  | { readonly kind: 'rename'; readonly title: string }
  /** Has the spreadsheet be at home in another time zone, by its IANA name. */
  | { readonly kind: 'setTimeZone'; readonly timeZone: string };

/** An edit of one kind. */
export type EditOf<K extends SheetEdit['kind'], E = SheetEdit> = E extends {
  readonly kind: infer Kinds;
}
  ? K extends Kinds
    ? E
    : never
  : never;
