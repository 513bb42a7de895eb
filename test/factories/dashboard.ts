import { type CellInput, type SpreadsheetHandle } from '@tributary/google-emulator';
import { type Response, type Test } from 'supertest';
import { type Client } from './client';
import { type MappingBody, type RunDetails, type SheetApp } from './sheet-app';

/** What a tab is connected with, beside its rows. */
export interface DashboardOptions {
  readonly tab?: string;
  readonly locale?: string;
  readonly timeZone?: string;
  /** The types of columns, by header, where they are not those of {@link TYPES}. */
  readonly types?: Readonly<Record<string, string>>;
  /** Whatever else the connection is asked for with. */
  readonly connection?: object;
}

/** The headers of the tabs that analytics know, each the name of its field. */
export const ORDERS = [
  'order_id',
  'order_date',
  'platform',
  'order_status',
  'customer_id',
  'subtotal',
  'total_amount',
] as const;
export const ITEMS = [
  'order_item_id',
  'order_id',
  'product_id',
  'product_name',
  'quantity',
  'unit_price',
  'final_price',
  'line_total',
] as const;
export const CUSTOMERS = ['customer_id', 'customer_name', 'phone'] as const;
export const PRODUCTS = ['product_id', 'product_name', 'category'] as const;

/** A row below {@link ORDERS}. */
export function order(
  number: number,
  date: string,
  amount: string | number = 1,
  platform = 'Shopee',
): CellInput[] {
  return [`A${number}`, date, platform, 'delivered', 'C1', null, amount];
}

/** What columns hold, by their headers; others hold texts. */
const TYPES: Readonly<Record<string, string>> = {
  order_date: 'date',
  subtotal: 'number',
  total_amount: 'number',
  quantity: 'number',
  unit_price: 'number',
  final_price: 'number',
  line_total: 'number',
};

/** A connected tab as the dashboard of its owner asks about it. */
export class Dashboard {
  private constructor(
    private readonly app: SheetApp,
    readonly client: Client,
    readonly sheet: SpreadsheetHandle,
    readonly id: string,
  ) {}

  /** Connects a tab whose headers are the names of its fields, and has it synced. */
  static async open(
    app: SheetApp,
    client: Client,
    [header, ...rows]: readonly [readonly string[], ...(readonly (readonly CellInput[])[])],
    { tab = 'Orders', types = {}, connection = {}, ...place }: DashboardOptions = {},
  ): Promise<Dashboard> {
    const sheet = app.sheet([header, ...rows], { tab, ...place });
    const mapping = mappingOf(header, types);
    const id = await app.connect(client, sheet, mapping, { sheet_name: tab, ...connection });
    await app.idle(client, id);
    return new Dashboard(app, client, sheet, id);
  }

  /** Where it is asked, for what follows. */
  get path(): string {
    return `/api/v1/analytics/${this.id}`;
  }

  ask(question: string): Test {
    return this.client.get(`${this.path}/${question}`);
  }

  /** The body of a good answer. */
  async body(question: string): Promise<unknown> {
    return (await this.ask(question).expect(200)).body as unknown;
  }

  /** Which rows `data` gives, by one of their fields. */
  async column(field: string, question: string): Promise<unknown[]> {
    const { data } = (await this.body(question)) as { data: { data: Record<string, unknown> }[] };
    return data.map((row) => row.data[field]);
  }

  sync(body?: object): Promise<RunDetails> {
    return this.app.sync(this.client, this.id, body);
  }

  /** Changes the connection, and waits for the sync that this leads to. */
  async update(changes: object): Promise<void> {
    await this.client.put(`/api/v1/sheet-connections/${this.id}`, changes).expect(200);
    await this.app.idle(this.client, this.id);
  }
}

/** A mapping of columns to fields of the same names. */
export function mappingOf(
  header: readonly string[],
  types: Readonly<Record<string, string>> = {},
): MappingBody[] {
  return header.map((name) => ({
    system_field: name,
    sheet_column: name,
    data_type: types[name] ?? TYPES[name] ?? 'string',
  }));
}

/** What the headers of an answer say of it. */
export function factsOf({ headers }: Response): {
  cache: string | undefined;
  version: number;
  excluded: number;
} {
  return {
    cache: headers['x-cache'],
    version: Number(headers['x-data-version']),
    excluded: Number(headers['x-rows-excluded']),
  };
}
