import { DomainError } from '@tributary/common';
import { AnswerTooLargeError } from '../http/answer-too-large.error';
import { unexpected } from '../shape';
import { ALL_COLUMNS, columnIndex, rowsRange } from './a1';
import { type Cell, type SheetRow } from './cell';
import { ChunkSize, FIRST_ROWS } from './chunk-size';
import { filledRows, type GridAnswer, type GridBlock } from './grid-answer';
import { OutsideGridError } from './outside-grid.error';
import { type RowRequest } from './row-request';
import { type SheetTab, type SpreadsheetProperties } from './spreadsheet-metadata';

/** Requests ranges of a tab, all as of one moment; `isLarge` has a longer deadline. */
export type AskForRanges = (
  ranges: readonly string[],
  isLarge: boolean,
) => Promise<GridAnswer & { readonly length: number }>;

/** So many consecutive blank rows are most likely the end of the data; fewer occur inside of it. */
const BLANK_ROWS = 100;

/** The rows of one response, and how far they reach. */
interface RowWindow {
  readonly rows: readonly SheetRow[];
  /** The last requested row, filled or not. */
  readonly coveredTo: number;
  /** Whether it ends with many blank rows, so that most likely no rows follow. */
  readonly endsBlank: boolean;
}

/**
 * The rows of a tab from a row on, in order. The properties of the tab are known after the first
 * response; further ones are requested as chunks are consumed. Each response is of one moment, but
 * not all of them of the same one. It can be iterated once.
 */
export class SheetReading implements AsyncIterable<readonly SheetRow[]> {
  /** How many requests it took up to now. */
  requests = 0;
  /** How many rows there are, when the first response had all of them. */
  knownRows: number | undefined;
  private readonly size: ChunkSize;
  private answer: GridAnswer | undefined;
  private first: RowWindow = { rows: [], coveredTo: 0, endsBlank: true };
  private headerCells: readonly Cell[] = [];

  private constructor(
    private readonly ask: AskForRanges,
    private readonly request: RowRequest,
  ) {
    this.size = new ChunkSize(request.firstRows);
  }

  /** Requests the first rows and the headers. */
  static async open(ask: AskForRanges, request: RowRequest): Promise<SheetReading> {
    const reading = new SheetReading(ask, request);
    await reading.begin();
    return reading;
  }

  /** The spreadsheet as of the newest response. */
  get properties(): SpreadsheetProperties {
    return this.latest.properties;
  }

  /** The tab as of the newest response. Its grid may end before the first requested row. */
  get tab(): SheetTab {
    return this.latest.tab;
  }

  /** The cells of the header row, as far as they are filled. */
  get header(): readonly Cell[] {
    return this.headerCells;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly SheetRow[], void, undefined> {
    let stretch: RowWindow | undefined = this.first;
    this.first = { ...this.first, rows: [] };
    while (stretch) {
      const { rows }: RowWindow = stretch;
      for (let at = 0; at < rows.length; at += this.request.chunkRows) {
        yield rows.slice(at, at + this.request.chunkRows);
      }
      stretch = await this.next(stretch);
    }
  }

  private get latest(): GridAnswer {
    if (!this.answer) throw new Error('A reading is made by SheetReading.open');
    return this.answer;
  }

  private async begin(): Promise<void> {
    const { fromRow, headerRow, tail } = this.request;
    // From the row before: it exists even when there is no new row, whereas the grid may end before
    // ours.
    const anchor = Math.max(1, fromRow - 1);
    try {
      this.first = await (tail
        ? this.toTheEnd(anchor, headerRow)
        : this.inChunks(anchor, headerRow));
      const isWhole = this.first.coveredTo >= this.tab.grid.rows;
      this.knownRows = isWhole ? this.first.rows.length : undefined;
    } catch (error) {
      if (!(error instanceof OutsideGridError)) throw error;
      await this.lookAround(error);
    }
  }

  /** Rows were deleted, so that the requested ones do not exist: reads the tab as it is now. */
  private async lookAround({ rows, columns }: OutsideGridError): Promise<void> {
    const { headerRow = 1, columns: span, tab } = this.request;
    const hasColumns = columnIndex(span.first) < columns;
    const row = headerRow <= rows ? headerRow : 1;
    const range = rowsRange(tab, hasColumns ? span : ALL_COLUMNS, row, row);
    const { blocks } = await this.send([range], false);
    if (hasColumns && row === this.request.headerRow) this.headerCells = blocks[0]?.rows[0] ?? [];
    this.first = { rows: [], coveredTo: this.tab.grid.rows, endsBlank: true };
  }

  private async next({ coveredTo, endsBlank }: RowWindow): Promise<RowWindow | undefined> {
    if (coveredTo >= this.tab.grid.rows) return undefined;
    const from = coveredTo + 1;
    try {
      return await (endsBlank ? this.toTheEnd(from) : this.inChunks(from));
    } catch (error) {
      // All rows that were not read yet were deleted since the last response.
      if (error instanceof OutsideGridError) return undefined;
      throw error;
    }
  }

  /** Requests everything at once, and in chunks when that is too much. */
  private async toTheEnd(from: number, headerRow?: number): Promise<RowWindow> {
    try {
      return await this.stretch(from, undefined, headerRow);
    } catch (error) {
      if (!(error instanceof AnswerTooLargeError) && !isOverload(error)) throw error;
      return this.inChunks(from, headerRow);
    }
  }

  private async inChunks(from: number, headerRow?: number): Promise<RowWindow> {
    const firstWanted = Math.max(from, this.request.fromRow);
    for (;;) {
      const { rows } = this.size;
      try {
        return await this.stretch(from, firstWanted + rows - 1, headerRow);
      } catch (error) {
        if (error instanceof AnswerTooLargeError) {
          if (rows === 1) throw rowTooLarge(firstWanted, error);
          this.size.halve();
        } else if (!isOverload(error) || !this.size.settleForLess()) throw error;
      }
    }
  }

  /** One request: rows from one to another, or to the end of the grid, and the headers if wanted. */
  private async stretch(from: number, to?: number, headerRow?: number): Promise<RowWindow> {
    const { tab, columns, fromRow } = this.request;
    const isApart = headerRow !== undefined && headerRow < from;
    const header = isApart ? [rowsRange(tab, columns, headerRow, headerRow)] : [];
    const isLarge = to !== undefined && to - from > FIRST_ROWS;
    const answer = await this.send([...header, rowsRange(tab, columns, from, to)], isLarge);
    const block = this.blockAt(answer, from);
    if (headerRow !== undefined) {
      const place = isApart ? this.blockAt(answer, headerRow) : block;
      this.headerCells = place.rows[headerRow - place.firstRow] ?? [];
    }
    this.size.learn(block.rows.length, answer.length);
    const coveredTo = Math.min(to ?? Infinity, answer.tab.grid.rows);
    const lastFilled = block.firstRow + block.rows.findLastIndex(({ length }) => length > 0);
    return {
      rows: filledRows(block, fromRow),
      coveredTo,
      endsBlank: coveredTo - lastFilled >= BLANK_ROWS,
    };
  }

  private blockAt({ blocks }: GridAnswer, row: number): GridBlock {
    const column = columnIndex(this.request.columns.first);
    const block = blocks.find(
      ({ firstRow, firstColumn }) => firstRow === row && firstColumn === column,
    );
    if (block) return block;
    const place = `${this.request.columns.first}${row}`;
    throw unexpected('sheets[0].data', `a block that begins at ${place}`, blocks);
  }

  private async send(
    ranges: readonly string[],
    isLarge: boolean,
  ): Promise<GridAnswer & { readonly length: number }> {
    this.requests += 1;
    const answer = await this.ask(ranges, isLarge);
    this.answer = answer;
    return answer;
  }
}

/** Whether the same request with fewer rows may succeed. */
function isOverload(error: unknown): boolean {
  return (
    error instanceof DomainError &&
    (error.code === 'TIMEOUT' || error.code === 'SOURCE_UNAVAILABLE')
  );
}

function rowTooLarge(row: number, cause: AnswerTooLargeError): DomainError {
  return new DomainError('INVALID_RESPONSE', {
    detail: `Row ${row} alone has more than ${cause.maxBytes / 1_000_000} MB, which is more than we take.`,
    cause,
  });
}
