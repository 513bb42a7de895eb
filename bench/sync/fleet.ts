import { type CellInput } from '@tributary/google-emulator';
import { tabOf } from '../google/sheets';
import { type BenchmarkContext } from '../harness/benchmark';
import { SyncCompletionFeed } from './sync-completion-feed';
import { Owner } from './owner';
import { type Service, type Stage } from './stage';

/** How many sheets are connected. */
export const CONNECTIONS = 1_000;

const OWNERS = 200;
const AT_ONCE = 8;
const TAB = 'Orders';
const FIRST_ROWS = 20;
const [HEADERS = [], ...ORDERS] = someRows(FIRST_ROWS + 1);

/** An owner, and the account that reads their sheets. */
interface SignedIn {
  readonly owner: Owner;
  readonly account: string;
}

/** Many sheets of many owners, all of them connected and synced. */
export class Fleet {
  private constructor(
    private readonly stage: Stage,
    private readonly sheets: readonly string[],
    /** How many sheets each account reads. */
    readonly sheetsOfAccounts: readonly number[],
  ) {}

  /** Connects the sheets and waits for their first sync. */
  static async connect(context: BenchmarkContext, stage: Stage, service: Service): Promise<Fleet> {
    const completions = new SyncCompletionFeed(context.signal);
    const owners = await signIn(context, stage, service, completions);
    const ownerOf = (number: number): SignedIn => owners[number % OWNERS] as SignedIn;
    const sheets: string[] = [];
    await inParallel(CONNECTIONS, async (number) => {
      const tabs = [{ title: TAB, rows: [HEADERS, ...ORDERS] }];
      const definition = { title: `Shop ${number}`, tabs };
      sheets[number] = await stage.google.createSheet(definition, ownerOf(number).account);
    });
    // From here on Drive tells what changed: nothing yet.
    await stage.runCycle(service);
    await inParallel(CONNECTIONS, async (number) => {
      context.progress(`connecting sheet ${number + 1} of ${CONNECTIONS}`);
      await ownerOf(number).owner.connect(sheets[number] as string, TAB, true);
    });
    await completions.completed(CONNECTIONS, CONNECTIONS * FIRST_ROWS);
    const readers = sheets.map((_, number) => ownerOf(number).account);
    return new Fleet(stage, sheets, countsOf(readers));
  }

  /** Has all owners follow another service; `completions` hears what they are told. */
  async follow(
    context: BenchmarkContext,
    service: Service,
    completions: SyncCompletionFeed,
  ): Promise<void> {
    await signIn(context, this.stage, service, completions);
  }

  /** Adds rows at the end of every sheet. */
  async append(count: number): Promise<void> {
    const rows = ORDERS.slice(0, count);
    await inParallel(this.sheets.length, (number) =>
      this.stage.google.edit(this.sheets[number] as string, { kind: 'append', tab: TAB, rows }),
    );
  }
}

async function signIn(
  context: BenchmarkContext,
  stage: Stage,
  service: Service,
  completions: SyncCompletionFeed,
): Promise<SignedIn[]> {
  const owners: SignedIn[] = [];
  await inParallel(OWNERS, async (number) => {
    const owner = await Owner.signIn(context, stage, service, `owner-${number}`, completions);
    owners.push({ owner, account: await owner.account() });
  });
  return owners;
}

/** The headers and the first orders of the sheets that the benchmarks read. */
function someRows(count: number): (readonly CellInput[])[] {
  const { rows } = tabOf({ id: '', tab: TAB, rows: count, gridRows: count });
  if (!rows || !('row' in rows)) throw new Error('they are made when they are read');
  return Array.from({ length: count }, (_, index) => rows.row(index));
}

function countsOf(names: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts.values()];
}

async function inParallel(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
