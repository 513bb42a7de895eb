const ESCAPED = /[<>\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/g;

/** JSON text with the characters escaped that Google's serializer does not leave as they are. */
export function escapeJsonText(json: string): string {
  return json.replace(
    ESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A value as Google writes it: indented with a line feed at the end, or compact. */
export function toJsonText(value: unknown, pretty: boolean): string {
  const json = JSON.stringify(value, null, pretty ? 2 : 0);
  return escapeJsonText(pretty ? `${json}\n` : json);
}
