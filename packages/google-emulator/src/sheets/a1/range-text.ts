import { type OpenRange } from './open-range';
import { parseA1 } from './parse-a1';
import { parseR1C1 } from './parse-r1c1';
import { isQuotedTitle, unquoteTitle } from './titles';

/** The part of a range without a tab: cells, or a name that the spreadsheet may know. */
export type Cells =
  | { readonly kind: 'cells'; readonly cells: OpenRange }
  | { readonly kind: 'name'; readonly name: string };

/** What the text of a range can mean, before it is known which tabs and names exist. */
export type RangeText =
  | { readonly kind: 'tab'; readonly title: string }
  | { readonly kind: 'in-tab'; readonly title: string; readonly cells: Cells }
  | { readonly kind: 'no-tab'; readonly cells: Cells };

/** Reads a range. Whatever is no range of cells is a name; only the spreadsheet can refuse it. */
export function parseRangeText(text: string): RangeText {
  if (isQuotedTitle(text)) return { kind: 'tab', title: unquoteTitle(text) };
  const split = text.lastIndexOf('!');
  const cells = parseCells(text.slice(split + 1));
  // Without a title it is the first tab, but then it has to be cells.
  if (split < 0 || (split === 0 && cells.kind === 'cells')) return { kind: 'no-tab', cells };
  return { kind: 'in-tab', title: unquoteTitle(text.slice(0, split)), cells };
}

function parseCells(text: string): Cells {
  const cells = parseA1(text) ?? parseR1C1(text);
  return cells ? { kind: 'cells', cells } : { kind: 'name', name: text };
}
