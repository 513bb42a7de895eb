import { HeaderRow } from './header-row';
import { type ConnectedColumn, type NamedColumn } from './column-mapping';
import { driftSentence, resolveColumns } from './resolve-columns';

const OLD = ['Order ID', 'Date', 'Total'];

const column = (
  system_field: string,
  header: string | null,
  sheet_column = header ?? '',
): ConnectedColumn => ({
  system_field,
  sheet_column,
  header,
  data_type: 'string',
  required: false,
});
const MAPPED = [column('order_id', 'Order ID'), column('total', 'Total')];

function resolve(
  headers: string[],
  column_mappings: ConnectedColumn[] = MAPPED,
  key: NamedColumn | null = null,
) {
  return resolveColumns({ column_mappings, key }, new HeaderRow(headers), OLD);
}

function placesOf(...asked: Parameters<typeof resolve>) {
  const resolution = resolve(...asked);
  if ('drift' in resolution) throw new Error(driftSentence(resolution.drift));
  return [...resolution.columns.map(({ index }) => index), resolution.keyIndex];
}

function driftOf(...asked: Parameters<typeof resolve>) {
  const resolution = resolve(...asked);
  if (!('drift' in resolution)) throw new Error('all columns were found');
  return resolution.drift;
}

describe('mapped columns in a sheet as it is now', () => {
  it('are where their headers are', () => {
    expect(placesOf(OLD)).toEqual([0, 2, undefined]);
    expect(placesOf(['Total', 'Note', 'Order ID'])).toEqual([2, 0, undefined]);
  });

  it('are found though case and blanks around the header are others', () => {
    expect(placesOf([' order id ', 'TOTAL'])).toEqual([0, 1, undefined]);
  });

  it('follow their header when they were named by letters', () => {
    const mappings = [column('total', 'Total', 'C')];
    expect(placesOf(['New', 'Order ID', 'Date', 'Total'], mappings)).toEqual([3, undefined]);
  });

  it('stay at their letters when they have no header', () => {
    expect(placesOf(['New'], [column('note', null, ' d ')])).toEqual([3, undefined]);
  });

  it('have the key column beside them', () => {
    const key = { sheet_column: 'Order ID', header: 'Order ID' };
    expect(placesOf(['Date', 'Total', 'Order ID'], MAPPED, key)).toEqual([2, 1, 2]);
  });

  it('are lost when their header is gone, with the likeliest rename', () => {
    expect(driftOf(['Order ID', 'Date', 'Total (VND)'])).toEqual({
      lost: [
        { system_field: 'total', header: 'Total', likely_rename: 'Total (VND)', candidates: [] },
      ],
      old_headers: OLD,
      new_headers: ['Order ID', 'Date', 'Total (VND)'],
    });
  });

  it('are not taken for a column of which the header looks like letters', () => {
    const drift = driftOf(['Order ID', 'Date'], [column('size', 'XL')]);
    expect(drift.lost).toMatchObject([{ header: 'XL' }]);
  });

  it('are lost when their header is there twice, with the columns that bear it', () => {
    expect(driftOf(['Order ID', 'Total', 'Total']).lost).toEqual([
      { system_field: 'total', header: 'Total', likely_rename: null, candidates: ['B', 'C'] },
    ]);
  });

  it('are lost with a key column that is gone, which fills no field', () => {
    const key = { sheet_column: 'SKU', header: 'SKU' };
    expect(driftOf(OLD, MAPPED, key).lost).toMatchObject([{ system_field: null, header: 'SKU' }]);
  });

  it('do not offer the column of another field as a rename', () => {
    const mappings = [column('total', 'Total'), column('total_vnd', 'Total (VND)')];
    expect(driftOf(['Order ID', 'Date', 'Total (VND)'], mappings).lost).toMatchObject([
      { header: 'Total', likely_rename: null },
    ]);
  });

  it('are named in a sentence for their owner', () => {
    const sentence = driftSentence(driftOf(['Order ID', 'Order ID', 'Total (VND)']));
    expect(sentence).toContain('"Order ID" is the header of several columns (A, B)');
    expect(sentence).toContain('"Total" is gone, most likely renamed to "Total (VND)"');
    expect(sentence).toContain('nothing was written');
  });
});
