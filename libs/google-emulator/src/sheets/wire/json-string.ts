import { escapeJsonText } from '../../http/json-text';

// Whatever JSON or Google escapes, and surrogates, of which half a pair is escaped too.
// eslint-disable-next-line no-control-regex
const SPECIAL =
  /["\\\u0000-\u001f<>\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\ud800-\udfff]/;

/** A string as JSON text; the usual one costs no more than looking at it. */
export function jsonString(text: string): string {
  return SPECIAL.test(text) ? escapeJsonText(JSON.stringify(text)) : `"${text}"`;
}
