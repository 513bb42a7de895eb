import * as fc from 'fast-check';

/** One request to an API of Google, good or bad. */
export interface GoogleRequest {
  readonly method: string;
  /** With the query, encoded as it is sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a test of the emulator has: a sheet `Sheet1` (0), a sheet `Sheet 1` (7), a range `Names`. */
export interface RequestTargets {
  readonly spreadsheetId: string;
  readonly accountId: string;
  readonly locationId: string;
}

const oneOf = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
/** Mostly the first, else the second. */
const mostly = <A, B>(good: fc.Arbitrary<A>, bad: fc.Arbitrary<B>): fc.Arbitrary<A | B> =>
  fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: bad });
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(value, { maxLength: 3 });
const partly = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(model, { requiredKeys: [] });

const json = fc.jsonValue({ depthSize: 'medium' });
const odd = oneOf('', '-1', '1e999', '__proto__', 'constructor', "'", '!', ':', '(', '%', 'nope');
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), odd);
const joined = (...parts: string[]): fc.Arbitrary<string> =>
  fc.array(oneOf(...parts), { maxLength: 9 }).map((all) => all.join(''));

const range = fc.oneof(
  oneOf('Sheet1', "'Sheet 1'", 'Sheet1!A1:C4', 'B2', 'Names', "'Sheet 1'!A:B", 'R2C1:R4C9'),
  joined('Sheet1', "'Sheet 1'", '!', ':', 'A', 'ZZZ', '1', '99999999999', '$', "'", 'R', 'C', '['),
);
const mask = fc.oneof(
  oneOf('*', 'sheets', 'sheets.data', 'sheets(data.rowData.values.effectiveValue,merges)', 'range'),
  oneOf('userEnteredValue', 'userEnteredFormat.numberFormat', 'files(id,version)', 'name,title'),
  joined(
    'sheets',
    'data',
    'values',
    'properties',
    'files',
    'id',
    '.',
    '/',
    ',',
    '(',
    ')',
    '*',
    ' ',
  ),
);

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 0 }),
  text,
  oneOf('=1/0', '=(2^999)^9', '12,5 %', '$5', '1/15/2024 3:30 PM', '1.234,5', 'TRUE', "'0"),
);
const values = some(some(mostly(value, json)));
const index = fc.integer({ min: -1, max: 9 });
const sheetId = mostly(oneOf(0, 7), json);
const gridRange = partly({
  sheetId,
  startRowIndex: index,
  endRowIndex: index,
  startColumnIndex: index,
  endColumnIndex: mostly(index, json),
});
const dimension = mostly(oneOf('ROWS', 'COLUMNS'), text);
const dimensionRange = partly({ sheetId, dimension, startIndex: index, endIndex: index });
const pattern = fc.oneof(
  joined('0', '#', ',', '.', '%', 'E+', ';', '"', '[h]', 'm', 'd', 'yyyy', '@', '?', '[>1]', '_'),
  fc.string({ maxLength: 9 }),
);
const formatType = oneOf('NUMBER', 'DATE', 'PERCENT', 'TEXT', 'CURRENCY', 'TIME', 'SCIENTIFIC');
const numberFormat = partly({ type: formatType, pattern: mostly(pattern, json) });
const cell = partly({
  userEnteredValue: fc.oneof(
    partly({ formulaValue: text }),
    partly({ numberValue: mostly(fc.double(), json) }),
    partly({ stringValue: mostly(text, json) }),
  ),
  userEnteredFormat: mostly(partly({ numberFormat, textFormat: json }), json),
  note: mostly(text, json),
});
const rows = some(partly({ values: some(cell) }));
const fields = mostly(oneOf('*', 'userEnteredValue,note', 'title', 'gridProperties'), mask);
const properties = mostly(
  partly({
    sheetId,
    title: text,
    index,
    hidden: fc.boolean(),
    gridProperties: partly({ rowCount: index, columnCount: index, frozenRowCount: index }),
  }),
  json,
);
const change = mostly(
  fc.oneof(
    partly({ repeatCell: partly({ range: gridRange, cell, fields }) }),
    partly({ updateCells: partly({ range: gridRange, rows, fields }) }),
    partly({ appendCells: partly({ sheetId, rows, fields }) }),
    partly({ mergeCells: partly({ range: gridRange, mergeType: text }) }),
    partly({ unmergeCells: partly({ range: gridRange }) }),
    partly({ deleteRange: partly({ range: gridRange, shiftDimension: dimension }) }),
    partly({ insertRange: partly({ range: gridRange, shiftDimension: dimension }) }),
    partly({ deleteDimension: partly({ range: dimensionRange }) }),
    partly({ insertDimension: partly({ range: dimensionRange }) }),
    partly({ appendDimension: partly({ sheetId, dimension, length: index }) }),
    partly({
      sortRange: partly({ range: gridRange, sortSpecs: some(partly({ dimensionIndex: index })) }),
    }),
    partly({ addNamedRange: partly({ namedRange: partly({ name: text, range: gridRange }) }) }),
    partly({ addSheet: partly({ properties }) }),
    partly({ updateSheetProperties: partly({ properties, fields }) }),
    partly({ updateSpreadsheetProperties: partly({ properties: json, fields }) }),
  ),
  json,
);

const query = some(
  fc.oneof(
    fc.tuple(oneOf('ranges', 'q', 'pageToken', 'filter', 'orderBy'), range),
    fc.tuple(oneOf('fields', 'readMask'), mask),
    fc.tuple(oneOf('majorDimension'), dimension),
    fc.tuple(oneOf('valueRenderOption'), oneOf('FORMULA', 'UNFORMATTED_VALUE', 'nope')),
    fc.tuple(
      oneOf('includeGridData', 'prettyPrint', 'includeValuesInResponse'),
      oneOf('true', '0'),
    ),
    fc.tuple(oneOf('pageSize', '$.xgafv', 'alt', 'supportsAllDrives'), mostly(oneOf('1'), text)),
  ),
).map((all) => all.map(([name, given]) => `${name}=${encodeURIComponent(given)}`).join('&'));
const inPath = fc.oneof(
  fc.oneof(text, range).map((part) => encodeURIComponent(part)),
  fc.string({ maxLength: 9 }).map((part) => part.replace(/[^!-~]|[?#]/g, '')),
  oneOf('%zz', '%E0%A4', '..', '%2F', '%00'),
);

type Draft = fc.Arbitrary<readonly [method: string, path: string, body: unknown]>;

/** Requests that are routed, with bodies of about the right form. */
function goodRequests({ spreadsheetId, accountId, locationId }: RequestTargets): Draft {
  const sheet = `/v4/spreadsheets/${spreadsheetId}`;
  const reviews = `/v4/accounts/${accountId}/locations/${locationId}/reviews`;
  const drive = '/drive/v3';
  const draft = (
    method: string,
    path: string,
    body: fc.Arbitrary<unknown> = oneOf(undefined),
  ): Draft => body.map((given) => [method, path, given] as const);
  const onRange = (method: string, end: string, body?: fc.Arbitrary<unknown>): Draft =>
    range.chain((place) =>
      draft(method, `${sheet}/values/${encodeURIComponent(place)}${end}`, body),
    );
  const input = oneOf('RAW', 'USER_ENTERED').map((option) => `valueInputOption=${option}`);
  const channel = partly({ id: text, type: oneOf('web_hook'), address: text, resourceId: text });
  return fc.oneof(
    draft('GET', sheet),
    draft('GET', `${sheet}/values:batchGet`),
    onRange('GET', ''),
    input.chain((option) =>
      onRange('PUT', `?${option}`, partly({ values, majorDimension: dimension })),
    ),
    input.chain((option) => onRange('POST', `:append?${option}`, partly({ values }))),
    onRange('POST', ':clear'),
    draft('POST', `${sheet}:batchUpdate`, partly({ requests: some(change) })),
    draft('POST', `${sheet}:batchUpdate`, fc.record({ requests: fc.tuple(change) })),
    draft('POST', `${sheet}:getByDataFilter`, partly({ dataFilters: some(partly({ gridRange })) })),
    draft(
      'POST',
      `${sheet}/values:batchUpdate`,
      partly({ valueInputOption: oneOf('USER_ENTERED'), data: some(partly({ range, values })) }),
    ),
    draft('POST', `${sheet}/values:batchClear`, partly({ ranges: some(range) })),
    draft(
      'POST',
      '/v4/spreadsheets',
      partly({ properties: json, sheets: some(partly({ properties })) }),
    ),
    draft('POST', '/token', oneOf({ grant_type: 'refresh_token' })),
    draft('GET', `${drive}/files/${spreadsheetId}`),
    draft('GET', `${drive}/files`),
    draft('GET', `${drive}/changes?pageToken=48213`),
    draft('POST', `${drive}/changes/watch?pageToken=48213`, channel),
    draft('POST', `${drive}/files/${spreadsheetId}/watch`, channel),
    draft('POST', `${drive}/channels/stop`, mostly(channel, json)),
    draft('GET', '/v1/accounts'),
    draft('GET', `/v1/accounts/${accountId}/locations`),
    draft('GET', reviews),
    draft('PUT', `${reviews}/1/reply`, mostly(partly({ comment: text }), json)),
    draft(
      'POST',
      `/v4/accounts/${accountId}/locations:batchGetReviews`,
      mostly(partly({ locationNames: some(text), pageSize: index }), json),
    ),
  );
}

/** Requests of any method to any path. */
const wildRequests: Draft = fc.tuple(
  oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
  fc
    .tuple(oneOf('', '/v4/spreadsheets', '/drive/v3', '/v1', '/emulator'), some(inPath))
    .map(([start, parts]) => `${start}/${parts.join('/')}`),
  mostly(json, oneOf(undefined)),
);

/** Requests of which most reach a method of an API, with whatever somebody may write into them. */
export function googleRequests(targets: RequestTargets): fc.Arbitrary<GoogleRequest> {
  const headers = partly({
    'accept-encoding': oneOf('gzip', 'identity', '*;q=0', ',,;q'),
    'content-type': oneOf('application/json', 'application/x-www-form-urlencoded'),
    'x-long': mostly(oneOf('x'), oneOf('x'.repeat(20_000))),
  });
  return fc
    .tuple(mostly(goodRequests(targets), wildRequests), query, headers, mostly(oneOf(''), text))
    .map(([[method, path, body], parameters, given, junk]) => ({
      method,
      path: `${path}${path.includes('?') ? '&' : '?'}${parameters}`,
      headers: Object.fromEntries(Object.entries(given).map(([name, of]) => [name, String(of)])),
      body: body === undefined ? '' : `${JSON.stringify(body)}${junk}`,
    }));
}
