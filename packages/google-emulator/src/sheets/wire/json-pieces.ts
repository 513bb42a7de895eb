import { escapeJsonText, toJsonText } from '../../http/json-text';
import { LazyList } from './lazy-list';

const PIECE_LENGTH = 32_768;

/** JSON text of a value with lazy lists, in pieces, as the server would write it as a whole. */
export function* jsonPieces(value: unknown, pretty: boolean): Generator<string> {
  let piece = '';
  for (const text of write(value, pretty ? '\n' : undefined)) {
    piece += text;
    if (piece.length >= PIECE_LENGTH) {
      yield piece;
      piece = '';
    }
  }
  yield pretty ? `${piece}\n` : piece;
}

/** `line` is what begins a line at this depth; undefined when everything is on one. */
function* write(value: unknown, line: string | undefined): Generator<string> {
  if (value instanceof LazyList) yield* list(value.entries(), line, lazyEntry);
  else if (Array.isArray(value)) yield* list(value, line, write);
  else if (typeof value === 'object' && value !== null) yield* members(value, line);
  else yield toJsonText(value, false);
}

function* list<T>(
  entries: Iterable<T>,
  line: string | undefined,
  writeEntry: (entry: T, line: string | undefined) => Iterable<string>,
): Generator<string> {
  const inner = line === undefined ? undefined : `${line}  `;
  let lead = `[${inner ?? ''}`;
  // Gathered here already: each text would else go through all lists around this one.
  let gathered = '';
  for (const entry of entries) {
    gathered += lead;
    lead = `,${inner ?? ''}`;
    for (const text of writeEntry(entry, inner)) {
      gathered += text;
      if (gathered.length < PIECE_LENGTH) continue;
      yield gathered;
      gathered = '';
    }
  }
  yield lead.startsWith('[') ? '[]' : `${gathered}${line ?? ''}]`;
}

function* members(value: object, line: string | undefined): Generator<string> {
  const inner = line === undefined ? undefined : `${line}  `;
  let lead = `{${inner ?? ''}`;
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${lead}${toJsonText(name, false)}:${line === undefined ? '' : ' '}`;
    yield* write(member, inner);
    lead = `,${inner ?? ''}`;
  }
  yield lead.startsWith('{') ? '{}' : `${line ?? ''}}`;
}

function lazyEntry(entry: string | LazyList, line: string | undefined): Iterable<string> {
  if (entry instanceof LazyList) return write(entry, line);
  if (line === undefined) return [entry];
  const indented = JSON.stringify(JSON.parse(entry), null, 2).replaceAll('\n', line);
  return [escapeJsonText(indented)];
}
