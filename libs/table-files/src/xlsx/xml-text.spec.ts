import fc from 'fast-check';
import { readNotation } from '../testing/read-notation';
import { xmlText } from './xml-text';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function read(xml: string): string {
  return readNotation(xml.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name]!));
}

describe('a text in XML', () => {
  it.each([
    ['a < b & "c" > d', 'a &lt; b &amp; &quot;c&quot; &gt; d'],
    ['tab\t and line\n stay', 'tab\t and line\n stay'],
    ['\r\n', '_x000D_\n'],
    ['\u0000\u001F\uFFFF', '_x0000__x001F__xFFFF_'],
    ['_x000D_', '_x005F_x000D_'],
    ['_x0041_x0042_', '_x005F_x0041_x005F_x0042_'],
    ['_x0041\u0001', '_x005F_x0041_x0001_'],
    ['snake_case_x', 'snake_case_x'],
    ['Đơn 🌵', 'Đơn 🌵'],
  ])('%j is written %j', (text, xml) => {
    expect(xmlText(text)).toBe(xml);
  });

  it('reads back as it was, and has nothing that XML forbids', () => {
    const letters = fc.oneof(
      fc.constantFrom(
        '_',
        'x',
        '0',
        '4',
        '1',
        '&',
        ';',
        '<',
        '\r',
        '\u0001',
        '\uFFFE',
        '_x0041',
        '_x005F_',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 30 }), (text) => {
        const xml = xmlText(text);
        expect(read(xml)).toBe(text);
        expect(xml).not.toMatch(/[^\t\n\x20-\uFFFD\u{10000}-\u{10FFFF}]|[<>"]/u);
      }),
      { numRuns: 1000 },
    );
  });
});
