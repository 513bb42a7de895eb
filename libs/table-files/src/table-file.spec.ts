import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Table, type TableRow } from './table';
import { TABLE_FORMATS, tableFile, type TableFormat } from './table-file';
import { CountedRows } from './testing/counted-rows';
import { smallTable } from './testing/small-table';

const tableOf = (rows: CountedRows): Table => ({
  name: 'Table',
  columns: [{ name: 'a' }],
  rows,
  timeZone: 'UTC',
});

/** About 50 kB, which do not get much smaller, and are the same in every run. */
function noise(batch: number): TableRow[] {
  return Array.from({ length: 50 }, (_, row) => [
    createHash('shake256', { outputLength: 500 }).update(`${batch}/${row}`).digest('hex'),
  ]);
}

/** Lets another file be made and read to its end, so that whoever wants to go on had the time for it. */
async function anotherFile(format: TableFormat): Promise<void> {
  const rows = new CountedRows((number) => (number <= 100 ? noise(number) : undefined));
  await buffer(tableFile(format, tableOf(rows)).content);
}

/** So much output is not in any buffer of ours. */
const BUFFERED_BATCHES = 12;

describe.each(TABLE_FORMATS)('a file of the format %s', (format) => {
  it('says what it is', () => {
    const { contentType, extension } = tableFile(format, smallTable(['a'], []));
    expect(extension).toBe(format);
    expect(contentType).toMatch(/^(text\/csv; charset=utf-8|application\/vnd[.].*sheet)$/);
  });

  it('reads no row before it is read itself', async () => {
    const rows = new CountedRows(noise);
    const { content } = tableFile(format, tableOf(rows));
    await anotherFile(format);
    expect(rows.opened).toBe(0);
    content.destroy();
    await once(content, 'close');
    expect(rows.opened).toBe(0);
  });

  it('reads rows no faster than it is read', async () => {
    const rows = new CountedRows(noise);
    const { content } = tableFile(format, tableOf(rows));
    await once(content, 'readable');
    for (let read = 0; read < 1_000_000;) {
      const chunk = content.read() as Buffer | null;
      if (chunk) read += chunk.length;
      else await once(content, 'readable');
    }
    await anotherFile(format);
    const before = rows.pulled;
    await anotherFile(format);
    expect(rows.pulled).toBe(before);
    // The noise is hexadecimal: compressed it takes half of its 50 kB.
    expect(rows.pulled).toBeLessThan(1_000_000 / 25_000 + BUFFERED_BATCHES);
    content.destroy();
    await once(content, 'close');
    expect(rows.closed).toBe(1);
  });

  it('fails with the error of its rows', async () => {
    const broken = new Error('the cursor is gone');
    const rows = new CountedRows((number) => {
      if (number === 3) throw broken;
      return noise(number);
    });
    const { content } = tableFile(format, tableOf(rows));
    await expect(buffer(content)).rejects.toBe(broken);
    expect(content.destroyed).toBe(true);
    // As in a loop: who throws has closed itself.
    expect(rows.closed).toBe(0);
  });

  it('closes its rows when it is destroyed in the middle of a batch', async () => {
    const rows = new CountedRows(noise);
    const { content } = tableFile(format, tableOf(rows));
    await once(content, 'readable');
    content.destroy(new Error('the client went away'));
    await expect(finished(content)).rejects.toThrow('the client went away');
    expect(rows.opened).toBe(1);
    expect(rows.closed).toBe(1);
  });

  it('closes its rows after the batch that was asked for, however little it was', async () => {
    const rows = new CountedRows(() => [['x']]);
    const { content } = tableFile(format, tableOf(rows));
    content.resume();
    while (rows.pulled < 5) await sleep(1);
    const before = rows.pulled;
    content.destroy();
    await once(content, 'close');
    expect(rows.closed).toBe(1);
    expect(rows.pulled).toBeLessThanOrEqual(before + 1);
  });

  it('closes nothing that came to its end', async () => {
    const rows = new CountedRows((number) => (number < 4 ? noise(number) : undefined));
    await buffer(tableFile(format, tableOf(rows)).content);
    expect([rows.opened, rows.pulled, rows.closed]).toEqual([1, 4, 0]);
  });

  it('refuses a row that is longer than the header', async () => {
    const rows = new CountedRows(() => [['x'], ['x', 'y']]);
    await expect(buffer(tableFile(format, tableOf(rows)).content)).rejects.toThrow(
      'A row has 2 cells, the table 1 columns',
    );
    expect(rows.closed).toBe(1);
  });

  it('refuses a time zone that nobody knows, at once', () => {
    expect(() => tableFile(format, smallTable(['a'], [], { timeZone: 'Mars/Base' }))).toThrow(
      RangeError,
    );
  });
});
