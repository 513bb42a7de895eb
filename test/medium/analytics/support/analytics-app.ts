import { type CellInput, type SpreadsheetHandle } from '@tributary/google-emulator';
import fc from 'fast-check';
import { type Client } from '../../../factories/client';
import { newUser } from '../../../factories/live-client';
import { READER, SheetApp } from '../../../factories/sheet-app';
import { SyncObserver } from '../../../../src/sheet-crawler/sync/sync-observer';
import { type Question, pathOf } from './questions';
import { type Expected, Reference } from './reference';
import { referenceRows, type SheetPlan, type TypedRow } from './sheets';

const TAB = 'Sheet';

/** An answer over HTTP, without what says only when it was made. */
export interface Answered extends Expected {
  readonly status: number;
}

/** The application with sheets whose rows a test knows. */
export class AnalyticsApp {
  private constructor(
    readonly sheets: SheetApp,
    readonly client: Client,
  ) {}

  static async start(): Promise<AnalyticsApp> {
    const sheets = await SheetApp.start();
    return new AnalyticsApp(sheets, await sheets.client(newUser()));
  }

  /** Makes a sheet by a plan, connects it and waits until it is synced. */
  async add(plan: SheetPlan, options: object = {}): Promise<KnownSheet> {
    const handle = this.sheets.emulator.sheets.create(
      {
        title: 'Shop',
        ...plan.home,
        tabs: [{ title: TAB, rows: [header(plan), ...cellsOf(plan.rows)] }],
      },
      { readers: [READER] },
    );
    const mapping = plan.columns.map(({ field, data_type }) => ({
      system_field: field,
      sheet_column: field,
      data_type,
    }));
    const id = await this.sheets.connect(this.client, handle, mapping, {
      sheet_name: TAB,
      sheet_type: plan.kind,
      ...options,
    });
    await this.sheets.idle(this.client, id);
    return new KnownSheet(this, id, plan, handle);
  }

  /** Adds several sheets, one after the other. */
  async addAll(plans: readonly SheetPlan[]): Promise<KnownSheet[]> {
    const added: KnownSheet[] = [];
    for (const plan of plans) added.push(await this.add(plan));
    return added;
  }
}

/** A connected sheet of which a test knows every row. */
export class KnownSheet {
  private known: readonly TypedRow[];
  private computed: Reference;

  constructor(
    readonly app: AnalyticsApp,
    readonly id: string,
    readonly plan: SheetPlan,
    private readonly handle: SpreadsheetHandle,
  ) {
    this.known = plan.rows;
    this.computed = this.compute();
  }

  /** What a failed property says of it; the whole application would be too long. */
  [fc.toStringMethod](): string {
    const { kind, home, columns } = this.plan;
    return JSON.stringify({ kind, ...home, columns, rows: this.known.length });
  }

  get rows(): readonly TypedRow[] {
    return this.known;
  }

  /** What has to be answered about the rows that it has now. */
  get reference(): Reference {
    return this.computed;
  }

  /** Asks a question; what is answered is comparable with what the reference says. */
  async ask(question: Question): Promise<Answered> {
    const answer = await this.app.client.get(pathOf(this.id, question));
    const body = answer.body as { data?: { row_number?: number }[] };
    const excluded = Number(answer.headers['x-rows-excluded']);
    if (question.name !== 'data') return { status: answer.status, body, excluded };
    const rows = (body.data ?? []) as { row_number: number; data: object }[];
    const shown = rows.map(({ row_number, data }) => ({ row_number, data }));
    return { status: answer.status, body: { ...body, data: shown }, excluded };
  }

  /** Does something while roll-ups do not count, so that every answer is made from the rows. */
  async scanning<T>(work: () => Promise<T>): Promise<T> {
    await this.setRolledUp(false);
    try {
      return await work();
    } finally {
      await this.setRolledUp(true);
    }
  }

  /** Has the sheet other rows from now on, and syncs it. */
  async become(rows: readonly TypedRow[]): Promise<void> {
    this.handle.clear(TAB, 'A2:Z').set(TAB, 'A2', cellsOf(rows));
    this.known = rows;
    this.computed = this.compute();
    const run = await this.app.sheets.sync(this.app.client, this.id, { accept_deletions: true });
    if (run.status !== 'succeeded') throw new Error(JSON.stringify(run));
  }

  private compute(): Reference {
    const { kind, home } = this.plan;
    return new Reference(kind, referenceRows(this.known), home.timeZone);
  }

  private async setRolledUp(is_rolled_up: boolean): Promise<void> {
    await this.app.sheets.store
      .collection('sheet_books')
      .updateOne({ connection_id: this.id }, { $set: { is_rolled_up } });
    // So that no answer is found that was kept before.
    await this.app.sheets.test.app.get(SyncObserver, { strict: false }).changed(this.id);
  }
}

function header({ columns }: SheetPlan): CellInput[] {
  return columns.map(({ field }) => field);
}

function cellsOf(rows: readonly TypedRow[]): CellInput[][] {
  return rows.map(({ cells }) => [...cells]);
}
