import * as fc from 'fast-check';
import { ApiError } from './api-error';
import { assertKnownFields, FieldMask, parseFieldMask } from './field-mask';

const ANSWER = {
  spreadsheetId: '1',
  properties: { title: 'Sales', locale: 'vi_VN' },
  sheets: [
    { properties: { sheetId: 0, title: 'One', gridProperties: { rowCount: 3 } } },
    { properties: { sheetId: 7, title: 'Two' }, data: [] },
  ],
};

const SCHEMA = {
  spreadsheetId: true,
  properties: { title: true, locale: true },
  namedRanges: { '*': { name: true } },
  sheets: { properties: { sheetId: true, title: true }, data: { startRow: true } },
} as const;

function refusal(run: () => unknown): ApiError {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('Expected a refusal');
}

describe('parseFieldMask', () => {
  it.each([
    ['spreadsheetId', { spreadsheetId: '1' }],
    ['properties.title', { properties: { title: 'Sales' } }],
    ['properties/title,spreadsheetId', { spreadsheetId: '1', properties: { title: 'Sales' } }],
    [
      'sheets.properties(sheetId)',
      { sheets: [{ properties: { sheetId: 0 } }, { properties: { sheetId: 7 } }] },
    ],
    [
      'sheets(properties(sheetId,)),',
      { sheets: [{ properties: { sheetId: 0 } }, { properties: { sheetId: 7 } }] },
    ],
    ['sheets.properties.tabColor', { sheets: [{ properties: {} }, { properties: {} }] }],
    ['namedRanges', {}],
    ['properties(title),properties(locale)', { properties: ANSWER.properties }],
    ['properties.title,properties', { properties: ANSWER.properties }],
    ['*/title', { properties: { title: 'Sales' }, sheets: [{}, {}] }],
    [
      'sheets.*.title',
      { sheets: [{ properties: { title: 'One' } }, { properties: { title: 'Two' }, data: [] }] },
    ],
    ['Properties', {}],
    [' spreadsheetId', {}],
    ['*', ANSWER],
    ['', ANSWER],
  ])('%p picks what it names', (text, expected) => {
    expect(parseFieldMask(text).apply(ANSWER)).toEqual(expected);
  });

  it.each([',', 'a,,b', 'a.', '.a', 'a..b', 'a(b', 'a)b', 'a(b))', 'a()', '(a)', 'a(b)c', 'a(,b)'])(
    'refuses %p',
    (text) => {
      expect(refusal(() => parseFieldMask(text))).toMatchObject({
        code: 400,
        status: 'INVALID_ARGUMENT',
        message: 'Request contains an invalid argument.',
        options: { details: [{ fieldViolations: [{ field: text }] }] },
      });
    },
  );

  it('refuses a mask that is deeper than any answer', () => {
    expect(refusal(() => parseFieldMask('a(')).code).toBe(400);
    expect(refusal(() => parseFieldMask('a('.repeat(5000) + 'a' + ')'.repeat(5000))).code).toBe(
      400,
    );
  });

  it('never fails in another way than with a refusal', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '.', '/', '(', ')', ',', '*', ' ') }),
        (text) => {
          try {
            parseFieldMask(text).apply(ANSWER);
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError);
          }
        },
      ),
    );
  });
});

describe('FieldMask', () => {
  const selects = (mask: FieldMask, path: string): boolean =>
    path.split('.').reduce<FieldMask | undefined>((one, name) => one?.child(name), mask) !==
    undefined;

  it('tells what is worth computing', () => {
    const mask = parseFieldMask('sheets(properties.title,data.rowData)');
    expect(selects(mask, 'sheets')).toBe(true);
    expect(selects(mask, 'sheets.data')).toBe(true);
    expect(selects(mask, 'sheets.data.rowData.values')).toBe(true);
    expect(selects(mask, 'sheets.data.columnMetadata')).toBe(false);
    expect(selects(mask, 'properties')).toBe(false);
    expect(selects(mask, 'sheets.properties.title')).toBe(true);
    expect(mask.child('properties')).toBeUndefined();
  });

  it('tells names that were written from names that a wildcard covers', () => {
    expect(selects(parseFieldMask('*'), 'sheets.data')).toBe(true);
    expect(parseFieldMask('*').selectsByName('sheets.data')).toBe(false);
    expect(parseFieldMask('').selectsByName('sheets.data')).toBe(false);
    expect(parseFieldMask('sheets').selectsByName('sheets.data')).toBe(true);
    expect(parseFieldMask('*,sheets.data').selectsByName('sheets.data')).toBe(true);
    expect(parseFieldMask('sheets.properties').selectsByName('sheets.data')).toBe(false);
  });

  it('knows when nothing is left out', () => {
    expect(parseFieldMask('*').isEverything).toBe(true);
    expect(FieldMask.EVERYTHING.isEverything).toBe(true);
    expect(parseFieldMask('a,*').isEverything).toBe(true);
    expect(parseFieldMask('a').isEverything).toBe(false);
  });

  it('keeps a member that is called like a part of every object', () => {
    const value: unknown = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "b": 3}');
    expect(JSON.stringify(parseFieldMask('__proto__,constructor').apply(value))).toBe(
      '{"__proto__":{"a":1},"constructor":2}',
    );
  });
});

describe('assertKnownFields', () => {
  it.each([
    '*',
    '',
    'sheets',
    'sheets.properties(sheetId,title)',
    'sheets/data/startRow',
    'namedRanges.any.name',
    '*.title',
    'sheets.*.title',
  ])('accepts %p', (text) => {
    expect(() => assertKnownFields(parseFieldMask(text), SCHEMA)).not.toThrow();
  });

  it.each([
    ['sheets.sheetProperties', 'sheets.sheetProperties'],
    ['spreadsheetId,sheets(properties(title,nope),other)', 'sheets.properties.nope'],
    ['spreadsheetId.x', 'spreadsheetId.x'],
    ['SpreadsheetId', 'SpreadsheetId'],
    ['properties, sheets', ' sheets'],
    ['constructor', 'constructor'],
    ['sheets.*.nope', 'sheets.*.nope'],
    ['sheets,sheets.nope', 'sheets.nope'],
  ])('refuses %p and names %p', (text, path) => {
    const error = refusal(() => assertKnownFields(parseFieldMask(text), SCHEMA));
    expect([error.code, error.status, error.message]).toEqual([
      400,
      'INVALID_ARGUMENT',
      'Request contains an invalid argument.',
    ]);
    expect(error.options.details).toEqual([
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [
          {
            field: path,
            description: `Error expanding 'fields' parameter. Cannot find matching fields for path '${path}'.`,
          },
        ],
      },
    ]);
  });
});
