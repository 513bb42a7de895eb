import { type FieldMask } from '../../http/field-mask';
import { escapeJsonText } from '../../http/json-text';
import { contentOf, isRich, type Cell, type Content } from '../model/cell';
import { type CellRenderer } from '../render/cell-renderer';
import { type NumberFormatter } from '../render/number-formatter';
import { errorCode } from '../render/error-text';
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
        ? `{"stringValue":${jsonString(errorCode(content.error))}}`
        : extendedValue(content);
    },
    effectiveValue: (_, content) => extendedValue(content),
    formattedValue: (cell, content, column) =>
      content === null ? undefined : jsonString(renderer.show(content, cell, column)),
    userEnteredFormat: (cell) => json(userEnteredFormat(cell)),
    effectiveFormat: effectiveFormatWriter(renderer),
    note: (cell) => (isRich(cell) && cell.note !== undefined ? jsonString(cell.note) : undefined),
  };
}

/** A value as the one-of that the API calls `ExtendedValue`. */
function extendedValue(content: Content): string | undefined {
  switch (typeof content) {
    case 'number':
      // Only generated rows can hold what is no number, and JSON has no word for it.
      return Number.isFinite(content)
        ? `{"numberValue":${content}}`
        : '{"errorValue":{"type":"NUM"}}';
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

/** The format in effect is nearly always one of a few, so that each is written once. */
function effectiveFormatWriter(renderer: CellRenderer): MemberWriter {
  const written = new Map<string, string | undefined>();
  return (cell, content, column) => {
    if (content === null && !isRich(cell)) return undefined;
    const formatter = renderer.formatter(cell, column);
    const style = isRich(cell) ? cell.style : undefined;
    if (style) return json(effectiveFormat(formatter, content, style));
    const key = `${formatter?.type}|${formatter?.pattern}|${alignmentOf(content)}`;
    let text = written.get(key);
    if (text === undefined) {
      text = json(effectiveFormat(formatter, content));
      written.set(key, text);
    }
    return text;
  };
}

function effectiveFormat(
  formatter: NumberFormatter | undefined,
  content: Content,
  style?: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { backgroundColor, padding, ...rest } = DEFAULT_FORMAT;
  const horizontalAlignment = alignmentOf(content);
  return {
    ...(formatter && { numberFormat: { type: formatter.type, pattern: formatter.pattern } }),
    backgroundColor,
    padding,
    ...(horizontalAlignment && { horizontalAlignment }),
    ...rest,
    hyperlinkDisplayType: 'PLAIN_TEXT',
    ...style,
  };
}

function alignmentOf(content: Content): string | undefined {
  switch (typeof content) {
    case 'number':
      return 'RIGHT';
    case 'string':
      return 'LEFT';
    default:
      return content === null ? undefined : 'CENTER';
  }
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
