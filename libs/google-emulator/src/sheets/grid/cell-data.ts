import { type FieldMask } from '../../http/field-mask';
import { escapeJsonText } from '../../http/json-text';
import { contentOf, isRich, type Cell, type Content } from '../model/cell';
import { type CellRenderer } from '../render/cell-renderer';
import { errorWithMessage } from '../render/error-text';
import { jsonString } from '../wire/json-string';
import { DEFAULT_FORMAT } from './default-format';

/** Writes one member of `CellData` as JSON text; undefined when the cell has none. */
type MemberWriter = (cell: Cell, content: Content, column: number) => string | undefined;

/** A function that writes cells as `CellData`, with the members that a mask wants. */
export function cellDataWriter(
  mask: FieldMask,
  renderer: CellRenderer,
): (cell: Cell, column: number) => string {
  const writers = Object.entries(memberWriters(renderer)).flatMap(([name, write]) => {
    const wanted = mask.child(name);
    if (!wanted) return [];
    return [{ lead: `"${name}":`, write: wanted.isEverything ? write : masked(write, wanted) }];
  });
  return (cell, column) => {
    const content = contentOf(cell);
    let text = '';
    for (const { lead, write } of writers) {
      const member = write(cell, content, column);
      if (member === undefined) continue;
      text += text === '' ? lead + member : `,${lead}${member}`;
    }
    return `{${text}}`;
  };
}

function memberWriters(renderer: CellRenderer): Record<string, MemberWriter> {
  return {
    userEnteredValue: (cell, content) => {
      if (isRich(cell) && cell.formula !== undefined) {
        return `{"formulaValue":${jsonString(cell.formula)}}`;
      }
      // An error that no formula made was typed in as the text that it shows.
      return typeof content === 'object' && content !== null
        ? `{"stringValue":${jsonString(errorWithMessage({ error: content.error }))}}`
        : extendedValue(content);
    },
    effectiveValue: (_, content) => extendedValue(content),
    formattedValue: (cell, content, column) =>
      content === null ? undefined : jsonString(renderer.show(content, cell, column)),
    userEnteredFormat: (cell) => json(userEnteredFormat(cell)),
    effectiveFormat: (cell, content, column) => effectiveFormat(renderer, cell, content, column),
    note: (cell) => (isRich(cell) && cell.note !== undefined ? jsonString(cell.note) : undefined),
  };
}

/** A value as the one-of that the API calls `ExtendedValue`. */
function extendedValue(content: Content): string | undefined {
  switch (typeof content) {
    case 'number':
      return `{"numberValue":${content}}`;
    case 'string':
      return `{"stringValue":${jsonString(content)}}`;
    case 'boolean':
      return content ? '{"boolValue":true}' : '{"boolValue":false}';
    default:
      if (content === null) return undefined;
      return json({ errorValue: { type: content.error, message: content.message } });
  }
}

/** The format that somebody gave to a cell. */
export function userEnteredFormat(cell: Cell): Record<string, unknown> | undefined {
  if (!isRich(cell) || (!cell.format && !cell.style)) return undefined;
  return { ...(cell.format && { numberFormat: cell.format }), ...cell.style };
}

function effectiveFormat(
  renderer: CellRenderer,
  cell: Cell,
  content: Content,
  column: number,
): string | undefined {
  if (content === null && !isRich(cell)) return undefined;
  const formatter = renderer.formatter(cell, column);
  const isNumber = typeof content === 'number';
  const { backgroundColor, padding, ...rest } = DEFAULT_FORMAT;
  return json({
    ...(formatter && { numberFormat: { type: formatter.type, pattern: formatter.pattern } }),
    backgroundColor,
    padding,
    ...(content !== null && { horizontalAlignment: isNumber ? 'RIGHT' : 'LEFT' }),
    ...rest,
    hyperlinkDisplayType: 'PLAIN_TEXT',
    ...(isRich(cell) && cell.style),
  });
}

function masked(write: MemberWriter, mask: FieldMask): MemberWriter {
  return (...of) => {
    const text = write(...of);
    return text === undefined ? undefined : json(mask.apply(JSON.parse(text)));
  };
}

function json(value: unknown): string | undefined {
  return value === undefined ? undefined : escapeJsonText(JSON.stringify(value));
}
