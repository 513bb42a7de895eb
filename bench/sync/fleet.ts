import { type CellInput } from '@tributary/google-emulator';
import { tabOf } from '../google/sheets';
import { type BenchmarkContext } from '../harness/benchmark';
import { Endings } from './endings';
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
    // From here on Drive is asked what changed, so that the next cycle knows all of it.
    await stage.runCycle(service);
    const endings = new Endings(context.signal);
    const owners = await signIn(context, stage, service, endings);
    const sheets: string[] = [];
    const shares = new Map<string, number>();
    await inParallel(CONNECTIONS, async (number) => {
      const { owner, account } = owners[number % OWNERS] as SignedIn;
      shares.set(account, (shares.get(account) ?? 0) + 1);
      const tabs = [{ title: TAB, rows: [HEADERS, ...ORDERS] }];
      const id = await stage.google.createSheet({ title: `Shop ${number}`, tabs }, account);
      sheets.push(id);
      await owner.connect(id, TAB, true);
      context.progress(`${sheets.length} of ${CONNECTIONS} sheets connected`);
    });
    await endings.completed(CONNECTIONS, CONNECTIONS * FIRST_ROWS);
    return new Fleet(stage, sheets, [...shares.values()]);
  }

  /** Has all owners follow another service; `endings` hears what they are told. */
  async follow(context: BenchmarkContext, service: Service, endings: Endings): Promise<void> {
    await signIn(context, this.stage, service, endings);
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
  endings: Endings,
): Promise<SignedIn[]> {
  const owners: SignedIn[] = [];
  await inParallel(OWNERS, async (number) => {
    const owner = await Owner.signIn(context, stage, service, `owner-${number}`, endings);
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

async function inParallel(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
