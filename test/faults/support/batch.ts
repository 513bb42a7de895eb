import { type Run } from '@tributary/pipeline';
import { type RunRecord } from '../../../libs/pipeline/src/ledger/run.schema';
import { eventually } from '../../factories/eventually';
import { type Account, type Row } from '../program/effects.schema';
import { type StepsPayload } from '../program/fault-kinds';
import { type Evidence } from './evidence';

type RunFilter = Parameters<Evidence['ledger']['countDocuments']>[0];

/** Runs that a test asked for together. */
export class Batch {
  constructor(
    private readonly evidence: Evidence,
    readonly owner: string,
    readonly runs: readonly Run[],
  ) {}

  get ids(): string[] {
    return this.runs.map(({ id }) => id);
  }

  get subjects(): string[] {
    return this.runs.map(({ subject }) => subject);
  }

  /** The runs as they are now. */
  records(): Promise<RunRecord[]> {
    return this.evidence.ledger.find({ owner: this.owner }).toArray();
  }

  count(filter: RunFilter): Promise<number> {
    return this.evidence.ledger.countDocuments({ ...filter, owner: this.owner });
  }

  /** Waits until that many of the runs are like that. */
  async reaches(count: number, filter: RunFilter): Promise<void> {
    const what = `${count} of ${this.runs.length} runs are like ${JSON.stringify(filter)}`;
    await eventually(what, async () => ((await this.count(filter)) >= count ? true : undefined));
  }

  /** Waits until every account has come so far. */
  async reachStep(step: number): Promise<void> {
    await eventually(`all runs have come to step ${step}`, async () => {
      const accounts = await this.evidence.effects.accountsOf(this.subjects);
      const there = accounts.filter(({ cursor }) => cursor >= step);
      return there.length === this.runs.length ? true : undefined;
    });
  }

  /** Waits until every run has ended and its end was told. */
  async ended(): Promise<RunRecord[]> {
    const open = { $or: [{ is_active: true as const }, { outbox: { $exists: true } }] };
    await eventually('all runs end, and their ends are told', async () =>
      (await this.count(open)) === 0 ? true : undefined,
    );
    return this.records();
  }

  /** The processes that started each of the runs, in order of the starts. */
  async starters(): Promise<Map<string, number[]>> {
    const notes = await this.evidence.effects.notesOf(this.subjects);
    const starts = notes.filter(({ what }) => what === 'started');
    return new Map(
      this.ids.map((id) => [id, starts.filter(({ run_id }) => run_id === id).map((n) => n.pid)]),
    );
  }

  /** What is wrong with runs that should have succeeded, and with their effects and events. */
  async problems(): Promise<string[]> {
    const records = await this.records();
    const events = await this.evidence.events.of(this.owner);
    const accounts = byKey(await this.evidence.effects.accountsOf(this.subjects), (a) => a.subject);
    const rows = countBy(await this.evidence.effects.rowsOf(this.subjects));
    const lost = this.ids.filter((id) => !records.some(({ _id }) => _id.toHexString() === id));
    return [
      ...lost.map((id) => `run ${id} is not in the ledger`),
      ...records.flatMap((run) => {
        const id = run._id.toHexString();
        return [
          ...problemsOfRun(run),
          ...problemsOfEffect(run, accounts.get(run.subject), rows.get(run.subject) ?? 0),
          ...problemsOfEvents(events.get(id) ?? []),
        ].map((problem) => `run ${id}: ${problem}`);
      }),
    ];
  }
}

function problemsOfRun({ status, error, history = [] }: RunRecord): string[] {
  const ends = history.filter(({ what }) => ENDS.has(what)).length;
  return [
    ...(status === 'succeeded' ? [] : [`it is ${status} (${error?.code ?? 'no error'})`]),
    ...(ends === 1 ? [] : [`it ended ${ends} times`]),
  ];
}

const ENDS = new Set(['succeeded', 'failed', 'cancelled']);

function problemsOfEffect(run: RunRecord, account: Account | undefined, rows: number): string[] {
  const { steps } = run.payload as unknown as StepsPayload;
  const done = `${account?.cursor} steps, ${account?.total} effects, ${rows} rows`;
  return done === `${steps} steps, ${steps} effects, ${steps} rows`
    ? []
    : [`${done} in place of ${steps} each`];
}

function problemsOfEvents(names: string[]): string[] {
  return names.join() === 'run:succeeded' ? [] : [`its terminal events are [${names.join()}]`];
}

function byKey<T>(items: T[], key: (item: T) => string): Map<string, T> {
  return new Map(items.map((item) => [key(item), item]));
}

function countBy(rows: Row[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { subject } of rows) counts.set(subject, (counts.get(subject) ?? 0) + 1);
  return counts;
}
