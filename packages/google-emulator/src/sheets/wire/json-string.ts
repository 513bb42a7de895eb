import { escapeJsonText } from '../../http/json-text';

// At least what JSON or Google escapes: control and format characters, halves of a pair.
const SPECIAL = /["\\<>\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

let lastText = '';
let lastJson = '""';

/** A string as JSON text; the usual one costs no more than looking at it. */
export function jsonString(text: string): string {
  // A cell with text says it twice: as its value and as what it shows.
  if (text !== lastText) {
    lastJson = SPECIAL.test(text) ? escapeJsonText(JSON.stringify(text)) : `"${text}"`;
    lastText = text;
  }
  return lastJson;
}
