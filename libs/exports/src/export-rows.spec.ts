import { text } from 'node:stream/consumers';
import { exportRows, type RowExport } from './export-rows';

interface Parcel {
  readonly code: string;
  readonly grams: number;
}

/** Parcels, of which it is known how many were read and when they were closed. */
class Parcels implements AsyncIterable<Parcel> {
  read = 0;
  readonly closed: Promise<void>;
  private close = (): void => undefined;

  constructor(private readonly count: number) {
    this.closed = new Promise((resolve) => (this.close = resolve));
  }

  // oxlint-disable-next-line typescript/require-await -- it is read as a stream of the store is
  async *[Symbol.asyncIterator](): AsyncGenerator<Parcel> {
    try {
      while (this.read < this.count) {
        this.read += 1;
        yield { code: `P${this.read}`, grams: this.read };
      }
    } finally {
      this.close();
    }
  }
}

const request = (rows: AsyncIterable<Parcel>): RowExport<Parcel> => ({
  format: 'csv',
  name: 'parcels',
  timeZone: 'UTC',
  version: 7,
  rows,
  layout: (first) =>
    first === undefined
      ? { columns: ['code'], cellsOf: () => [] }
      : { columns: Object.keys(first), cellsOf: ({ code, grams }) => [code, grams] },
  confirm: () => Promise.resolve(),
});

describe('exportRows', () => {
  it('makes a file of all rows, with the columns that the first one shows', async () => {
    const file = await exportRows(request(new Parcels(1_200)));
    expect(file).toMatchObject({
      fileName: 'parcels.csv',
      contentType: 'text/csv; charset=utf-8',
      version: 7,
    });
    const lines = (await text(file.content)).trimEnd().split('\r\n');
    expect(lines).toHaveLength(1_201);
    expect(lines.slice(0, 2)).toEqual(['code,grams', 'P1,1']);
  });

  it('makes a file with a header when there are no rows', async () => {
    const { content } = await exportRows(request(new Parcels(0)));
    expect(await text(content)).toBe('code\r\n');
  });

  it('fails before the file begins when the first row cannot be read', async () => {
    const rows = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('away')) }),
    };
    await expect(exportRows(request(rows))).rejects.toThrow('away');
  });

  it('closes the rows when they do not fit into the format', async () => {
    const rows = new Parcels(3);
    const columns = Array.from({ length: 20_000 }, (_, at) => `column ${at}`);
    const layout = () => ({ columns, cellsOf: () => [] });
    const wide = exportRows({ ...request(rows), format: 'xlsx', layout });
    await expect(wide).rejects.toThrow(RangeError);
    await rows.closed;
  });

  it('is cut off when the rows are not confirmed in the end', async () => {
    const rows = new Parcels(3);
    const confirm = (): Promise<void> => Promise.reject(new Error('replaced'));
    const { content } = await exportRows({ ...request(rows), confirm });
    await expect(text(content)).rejects.toThrow('replaced');
    await rows.closed;
  });

  it('closes the rows when nobody reads the file', async () => {
    const rows = new Parcels(1_000_000);
    const { content } = await exportRows(request(rows));
    content.destroy();
    await rows.closed;
    expect(rows.read).toBe(1);
  });
});
