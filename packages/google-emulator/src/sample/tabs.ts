import { type CellInput, type TabDefinition } from '../sheets/definition';
import { DiceBox } from './dice';
import { type Dirt, dirtOf, ROWS_PER_BLANK, type TabName } from './dirt';
import { type SampleShop } from './shop';
import { type TabPlan, tabPlans } from './tab-plans';

/** A tab of the sample; `dirt` tells what is wrong with a data row, for those who check. */
export interface SampleTab {
  readonly definition: TabDefinition;
  readonly title: TabName;
  readonly columns: readonly string[];
  /** How many rows have data. */
  readonly count: number;
  dirt(index: number): Dirt | undefined;
  /** The row of the sheet, counted from 0, in which a data row stands. */
  place(index: number): number;
}

/** The tabs of the shop's spreadsheet that have data. */
export function sampleTabs(shop: SampleShop, seed: number): readonly SampleTab[] {
  return tabPlans(shop).map((plan, sheetId) => sampleTab(plan, seed, sheetId));
}

/** A tab that people hide: settings which no program should read as data. */
export const HELPER_TAB: TabDefinition = {
  title: '_config_2026',
  hidden: true,
  rows: [
    ['key', 'value'],
    ['vat_percent', 8],
    ['currency', 'VND'],
    ['updated_by', 'lan@song-xanh.test'],
  ],
};

function sampleTab(plan: TabPlan, seed: number, sheetId: number): SampleTab {
  const columns = plan.columns.map(([name]) => name);
  const dirtBox = new DiceBox(seed, `dirt of ${plan.title}`);
  const blanks = new BlankRows(plan.count, new DiceBox(seed, `blanks of ${plan.title}`));
  const rows = {
    count: 1 + blanks.height,
    row: (line: number): readonly CellInput[] => {
      if (line === 0) return columns;
      const index = blanks.indexAt(line - 1);
      if (index === undefined) return [];
      const row = plan.row(index, line + 1);
      const dice = dirtBox.at(index);
      dirtOf(plan.title, dice)?.soil(row, dice);
      return columns.map((name) => row[name] ?? null);
    },
  };
  return {
    title: plan.title,
    columns,
    count: plan.count,
    dirt: (index) => dirtOf(plan.title, dirtBox.at(index)),
    place: (index) => 1 + blanks.placeOf(index),
    definition: {
      title: plan.title,
      sheetId,
      frozenRowCount: 1,
      // Some rows to write into, as every sheet has them.
      rowCount: rows.count + 100,
      columnCount: Math.max(columns.length, 15),
      rows,
      columnFormats: plan.columns.map(([, format]) => format),
    },
  };
}

/** One empty row in each full block of data rows, somewhere in it. */
class BlankRows {
  readonly height: number;

  constructor(
    private readonly count: number,
    private readonly box: DiceBox,
  ) {
    this.height = count + Math.floor(count / ROWS_PER_BLANK);
  }

  indexAt(place: number): number | undefined {
    const block = Math.floor(place / (ROWS_PER_BLANK + 1));
    const inBlock = place % (ROWS_PER_BLANK + 1);
    const blank = this.blankIn(block);
    if (inBlock === blank) return undefined;
    return block * ROWS_PER_BLANK + inBlock - (inBlock > blank ? 1 : 0);
  }

  placeOf(index: number): number {
    const block = Math.floor(index / ROWS_PER_BLANK);
    const inBlock = index % ROWS_PER_BLANK;
    return block * (ROWS_PER_BLANK + 1) + inBlock + (inBlock >= this.blankIn(block) ? 1 : 0);
  }

  private blankIn(block: number): number {
    const isFull = (block + 1) * ROWS_PER_BLANK <= this.count;
    return isFull ? this.box.at(block).integer(1, ROWS_PER_BLANK - 1) : Infinity;
  }
}
