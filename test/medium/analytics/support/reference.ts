import { Temporal } from 'temporal-polyfill';
import { type Stored } from './cells';
import { dayAt } from './moments';
import { nearestNumber } from './money';
import { type Question, type Range } from './questions';
import { KINDS, type Kind, type SheetKind } from './sheet-kinds';

/** A row as whoever filled the sheet knows it. */
export interface ReferenceRow {
  readonly number: number;
  readonly data: Readonly<Record<string, Stored>>;
  /** Of the fields that are numbers, in millionths; null where nothing can be read. */
  readonly amounts: Readonly<Record<string, bigint | null>>;
  /** In milliseconds; null where nothing can be read. */
  readonly at: number | null;
}

/** What has to be answered. */
export interface Expected {
  readonly body: object;
  readonly excluded: number;
}

interface Selection {
  readonly rows: readonly ReferenceRow[];
  /** Rows that a range leaves out because nobody knows when they are from. */
  readonly undated: number;
}

/** Answers questions by looking at all rows, one after the other, as simply as it can be said. */
export class Reference {
  private readonly kind: Kind;
  private readonly days = new Map<string, Map<ReferenceRow, string>>();

  constructor(
    kind: SheetKind,
    private readonly rows: readonly ReferenceRow[],
    private readonly timeZone: string,
  ) {
    this.kind = KINDS[kind];
  }

  answer(question: Question): Expected {
    switch (question.name) {
      case 'summary':
        return this.summary(question);
      case 'time-series':
        return this.timeSeries(question);
      case 'distribution':
        return this.distribution(question);
      case 'top':
        return this.top(question);
      case 'data':
        return this.data(question);
    }
  }

  /** The rows of a range of days. */
  select({ date_from, date_to, timezone }: Range): Selection {
    if (date_from === undefined && date_to === undefined) return { rows: this.rows, undated: 0 };
    const days = this.daysIn(timezone ?? this.timeZone);
    const rows = this.rows.filter((row) => {
      const day = days.get(row);
      return day !== undefined && day >= (date_from ?? '') && day <= (date_to ?? '~');
    });
    return { rows, undated: this.rows.length - days.size };
  }

  private summary(question: Question<'summary'>): Expected {
    const { rows, undated } = this.select(question);
    const { measures, distinct } = this.kind;
    const excluded = undated + rows.filter((row) => this.isFlawed(row)).length;
    const sum = (field: string): number => nearestNumber(total(rows, field));
    if (distinct !== undefined) {
      const [quantity = '', amount = ''] = measures;
      const values = rows.map(({ data }) => data[distinct]).filter((value) => value !== null);
      const body = {
        total_quantity: sum(quantity),
        total_line_total: sum(amount),
        unique_products: new Set(values.map(nameOf).filter((name) => name !== '')).size,
      };
      return { body, excluded };
    }
    const [amount] = measures;
    if (amount === undefined) return { body: { total_count: rows.length }, excluded };
    const readable = rows.filter(({ amounts }) => amounts[amount] !== null).length;
    const avg_amount = readable === 0 ? 0 : sum(amount) / readable;
    return {
      body: { total_count: rows.length, total_amount: sum(amount), avg_amount },
      excluded,
    };
  }

  private timeSeries(question: Question<'time-series'>): Expected {
    const { date_from, date_to, granularity, metrics, timezone } = question;
    const { rows, undated } = this.select(question);
    const days = this.daysIn(timezone ?? this.timeZone);
    const [amount = ''] = this.kind.measures;
    const periods = new Map<string, ReferenceRow[]>();
    for (const date of periodStarts(date_from, date_to, granularity)) periods.set(date, []);
    for (const row of rows) periods.get(periodStart(days.get(row) ?? '', granularity))?.push(row);
    const data = [...periods].map(([date, inside]) => ({
      date,
      ...(metrics === 'amount' ? {} : { count: inside.length }),
      ...(metrics === 'count' ? {} : { total_amount: nearestNumber(total(inside, amount)) }),
    }));
    const flawed = rows.filter((row) => this.isFlawed(row)).length;
    return {
      body: { granularity, data },
      excluded: undated + (metrics === 'count' ? 0 : flawed),
    };
  }

  private distribution(question: Question<'distribution'>): Expected {
    const { field } = question;
    const { rows, undated } = this.select(question);
    const { groups, without } = groupBy(rows, field);
    const ranked = [...groups]
      .map(([value, inside]) => ({ value, count: inside.length }))
      .sort((one, other) => other.count - one.count || compareTexts(one.value, other.value));
    const shares = tenths(ranked.map(({ count }) => count));
    const data = ranked.map((entry, at) => ({ ...entry, percentage: (shares[at] ?? 0) / 10 }));
    return { body: { field, data }, excluded: undated + without };
  }

  private top(question: Question<'top'>): Expected {
    const { field, metric = 'amount', limit = 10 } = question;
    const { rows, undated } = this.select(question);
    const { groups, without } = groupBy(rows, field);
    const { amount = '', quantity } = this.kind.leads;
    const leaders = [...groups].map(([value, inside]) => ({
      value,
      count: inside.length,
      amount: total(inside, amount),
      quantity: total(inside, quantity ?? ''),
    }));
    const rank = { count: 'count', amount: 'amount', quantity: 'quantity' }[metric] as 'amount';
    leaders.sort((one, other) => {
      const isLess = one[rank] < other[rank];
      return one[rank] === other[rank] ? compareTexts(one.value, other.value) : isLess ? 1 : -1;
    });
    const data = leaders.slice(0, limit).map((leader) => ({
      value: leader.value,
      count: leader.count,
      total_amount: nearestNumber(leader.amount),
      ...(quantity === undefined ? {} : { total_quantity: nearestNumber(leader.quantity) }),
    }));
    const flawed = [...groups.values()].flat().filter((row) => this.isFlawed(row)).length;
    return { body: { field, metric, data }, excluded: undated + without + flawed };
  }

  private data(question: Question<'data'>): Expected {
    const { search = '', page = 1, page_size = 20 } = question;
    const { rows, undated } = this.select(question);
    const found = rows.filter((row) => this.isFound(row, search)).sort(this.order(question));
    const shown = found.slice((page - 1) * page_size, page * page_size);
    const body = {
      data: shown.map(({ number, data }) => ({ row_number: number, data })),
      total: found.length,
      page,
      page_size,
      total_pages: Math.ceil(found.length / page_size),
    };
    return { body, excluded: undated };
  }

  /** Whether a text is in one of the fields that are searched, whatever its case and accents. */
  isFound({ data }: Pick<ReferenceRow, 'data'>, search: string): boolean {
    return this.kind.searched.some((field) => {
      return plain(String(data[field] ?? '')).includes(plain(search));
    });
  }

  /** How rows are ordered. */
  order({
    sort_by,
    sort_order = 'desc',
  }: Pick<Question<'data'>, 'sort_by' | 'sort_order'>): Comparison<ReferenceRow> {
    const sign = sort_order === 'asc' ? 1 : -1;
    if (sort_by === undefined) return (one, other) => sign * (one.number - other.number);
    const valueOf = (row: ReferenceRow): Stored | bigint => {
      const how = this.kind.sorted[sort_by];
      if (how === 'number') return row.amounts[sort_by] ?? null;
      return how === 'date' ? row.at : (row.data[sort_by] ?? null);
    };
    return (one, other) =>
      sign * compareValues(valueOf(one), valueOf(other)) || one.number - other.number;
  }

  private isFlawed({ amounts }: ReferenceRow): boolean {
    return this.kind.measures.some((field) => amounts[field] === null);
  }

  /** The days of all rows that have one. */
  private daysIn(timeZone: string): ReadonlyMap<ReferenceRow, string> {
    let days = this.days.get(timeZone);
    if (!days) {
      days = new Map();
      for (const row of this.rows) if (row.at !== null) days.set(row, dayAt(row.at, timeZone));
      this.days.set(timeZone, days);
    }
    return days;
  }
}

type Comparison<T> = (one: T, other: T) => number;

function total(rows: readonly ReferenceRow[], field: string): bigint {
  return rows.reduce((sum, { amounts }) => sum + (amounts[field] ?? 0n), 0n);
}

/** A value without the blanks around it; nothing when it has no other letters. */
export function nameOf(value: Stored | undefined): string {
  return value === null || value === undefined ? '' : String(value).trim();
}

function groupBy(
  rows: readonly ReferenceRow[],
  field: string,
): { groups: Map<string, ReferenceRow[]>; without: number } {
  const groups = new Map<string, ReferenceRow[]>();
  let without = 0;
  for (const row of rows) {
    const name = nameOf(row.data[field]);
    if (name === '') without += 1;
    else {
      const group = groups.get(name) ?? [];
      groups.set(name, group);
      group.push(row);
    }
  }
  return { groups, without };
}

/** Shares in tenths of a percent: rounded down, and what is missing goes to the largest rests. */
function tenths(counts: readonly number[]): number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const shares = counts.map((count) => Math.floor((count * 1000) / all));
  const rest = (at: number): number => ((counts[at] ?? 0) * 1000) % all;
  const places = counts.map((_, at) => at).sort((a, b) => rest(b) - rest(a) || a - b);
  const missing = 1000 - shares.reduce((sum, share) => sum + share, 0);
  for (const at of places.slice(0, missing)) shares[at] = (shares[at] ?? 0) + 1;
  return shares;
}

/** The first day of the period that a day is in. */
export function periodStart(day: string, granularity: string): string {
  const date = Temporal.PlainDate.from(day);
  switch (granularity) {
    case 'week':
      return date.subtract({ days: date.dayOfWeek - 1 }).toString();
    case 'month':
      return date.with({ day: 1 }).toString();
    case 'year':
      return date.with({ month: 1, day: 1 }).toString();
    default:
      return day;
  }
}

function* periodStarts(from: string, to: string, granularity: string): Generator<string> {
  let date = Temporal.PlainDate.from(periodStart(from, granularity));
  for (; Temporal.PlainDate.compare(date, to) <= 0; date = date.add({ [`${granularity}s`]: 1 })) {
    yield date.toString();
  }
}

/** A text without case and accents; of two lines it makes one, as a text box does. */
function plain(text: string): string {
  const bare = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
  return bare.replaceAll('đ', 'd').replaceAll('\n', ' ');
}

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

const TYPES = ['null', 'number', 'string', 'boolean'];

/** Nothing comes first, then numbers, then texts by their bytes, then no and yes. */
function compareValues(one: Stored | bigint, other: Stored | bigint): number {
  const [first, second] = [typeRank(one), typeRank(other)];
  if (first !== second || one === null || other === null) return first - second;
  if (typeof one === 'string')
    return Buffer.compare(Buffer.from(one), Buffer.from(other as string));
  return one < other ? -1 : one > other ? 1 : 0;
}

function typeRank(value: Stored | bigint): number {
  if (value === null) return 0;
  return TYPES.indexOf(typeof value === 'bigint' ? 'number' : typeof value);
}
