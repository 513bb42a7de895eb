import fc from 'fast-check';
import { readSheetId } from './sheet-id';

const ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz_-0123456789abcdef';
const address = (rest: string) => `https://docs.google.com/spreadsheets${rest}`;

describe('what people paste for a sheet', () => {
  it.each([
    ['an id', ID, undefined],
    ['an id with blanks around it', `  ${ID}\n`, undefined],
    ['the address of the editor', address(`/d/${ID}/edit`), undefined],
    ['an address without a path behind the id', address(`/d/${ID}`), undefined],
    ['an address with a tab', address(`/d/${ID}/edit#gid=42`), 42],
    ['an address as browsers show it now', address(`/d/${ID}/edit?gid=7#gid=7`), 7],
    ['an address with other parameters', address(`/d/${ID}/edit?usp=sharing&gid=3`), 3],
    ['an address of the second account', address(`/u/1/d/${ID}/edit#gid=0`), 0],
    ['an address without a scheme', `docs.google.com/spreadsheets/d/${ID}/edit`, undefined],
  ])('is %s', (_, text, tabId) => {
    expect(readSheetId(text)).toEqual({ sheetId: ID, tabId });
  });

  it.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['a title', 'Orders of 2026'],
    ['another address', 'https://example.com/orders'],
    ['a folder', 'https://drive.google.com/drive/folders/1AbCdEfGh'],
    ['something short', 'abcd'],
    ['a path', '../../etc/passwd'],
    ['an address without an id', address('/d//edit')],
  ])('is refused when it is %s', (_, text) => {
    expect(readSheetId(text)).toBeUndefined();
  });

  it('is an id with nothing in it that would change an address, or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const pasted = readSheetId(text);
        if (pasted) expect(pasted.sheetId).toMatch(/^[\w-]{5,200}$/);
      }),
    );
  });
});
