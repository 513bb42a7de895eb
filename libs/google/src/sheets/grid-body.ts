import { DomainError } from '@tributary/common';
import { type BodyReader, WholeBody } from '../http/body-reader';
import { type Cell } from './cell';
import { readRow } from './grid-row';

/** Google's names never occur inside of a text: the quotes there are escaped. */
const ROWS_BEGIN = /"rowData"\s*:\s*\[/;
/** What may be a part of the beginning at the end of a piece. */
const BEGIN_LENGTH = 64;

/**
 * Takes the rows out of an answer while it arrives, one at a time, so that neither its text nor the
 * objects that Google wraps around every cell are ever in memory as a whole. What is left is the
 * answer with empty rows.
 */
export class GridBody implements BodyReader {
  /** The rows of every block that has some, in the order of the answer. */
  readonly blocks: (readonly Cell[])[][] = [];
  private readonly rest = new WholeBody();
  private pending = '';
  private isInRows = false;

  push(text: string): void {
    this.pending += text;
    while (this.isInRows ? this.takeRows() : this.findRows());
  }

  end(): string {
    this.rest.push(this.pending);
    this.pending = '';
    return this.rest.end();
  }

  /** Looks for the beginning of rows; says whether it found one. */
  private findRows(): boolean {
    const begin = ROWS_BEGIN.exec(this.pending);
    this.isInRows = begin !== null;
    if (begin) this.blocks.push([]);
    const known = begin
      ? begin.index + begin[0].length
      : Math.max(0, this.pending.length - BEGIN_LENGTH);
    this.rest.push(this.pending.slice(0, known));
    this.pending = this.pending.slice(known);
    return this.isInRows;
  }

  /** Takes the rows that are there as a whole; says whether they have ended. */
  private takeRows(): boolean {
    const { pending } = this;
    const rows = this.blocks.at(-1) ?? [];
    let from = 0;
    for (;;) {
      while (isBetweenRows(pending.charCodeAt(from))) from += 1;
      if (pending.charCodeAt(from) === CLOSE_ARRAY) {
        this.isInRows = false;
        break;
      }
      const end = endOfValue(pending, from);
      if (end === undefined) break;
      rows.push(readRow(parse(pending.slice(from, end))));
      from = end;
    }
    this.pending = pending.slice(from);
    return !this.isInRows;
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function isBetweenRows(code: number): boolean {
  return code === COMMA || code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** Where an array or object that begins at a place ends; undefined when its end is not there yet. */
function endOfValue(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfText(text, at);
      if (at < 0) return undefined;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth += 1;
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
    // Neither an array nor an object: no row, and whoever reads the row will say so.
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** The place of the quote that ends a text; -1 when it is not there yet. */
function endOfText(text: string, from: number): number {
  for (let quote = text.indexOf('"', from + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (text.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return quote;
  }
  return -1;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DomainError('ANSWER_CUT_OFF', { cause: error });
  }
}
