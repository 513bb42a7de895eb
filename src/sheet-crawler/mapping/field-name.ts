import { columnLetters } from '@tributary/google';

const LONGEST_NAME = 100;

/** Names that mean something else to JavaScript, or to the driver that stores the document. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype', '_bsontype']);

const HALF_A_CHARACTER = /\p{Surrogate}/gu;

/** Why a name cannot be a field of a document; undefined when it can. */
export function fieldNameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'A field needs a name';
  if (name.length > LONGEST_NAME) {
    return `A field name has at most ${LONGEST_NAME} characters, this one has ${name.length}`;
  }
  if (name.includes('.')) return 'A field name cannot contain a dot';
  if (name.includes('$')) return 'A field name cannot contain a dollar sign';
  if (name.includes('\0')) return 'A field name cannot contain a NUL character';
  if (name.search(HALF_A_CHARACTER) >= 0) return 'A field name cannot contain half a character';
  if (RESERVED.has(name)) return `"${name}" is reserved and cannot be a field name`;
  return undefined;
}

/** The nearest text that can be a key of a stored document; a good name stays as it is. */
export function safeKey(text: string): string {
  const key = text
    .replaceAll('.', '\uFF0E')
    .replaceAll('$', '\uFF04')
    .replaceAll('\0', '')
    .replace(HALF_A_CHARACTER, '\uFFFD');
  if (!RESERVED.has(key)) return key;
  return key.includes('_') ? key.replaceAll('_', '\uFF3F') : `\uFF3F${key}`;
}

/** The keys of the columns of a table in raw data. */
export class RawKeys {
  private readonly keys: string[] = [];
  private readonly used = new Set<string>();

  constructor(private readonly headers: readonly string[]) {}

  /** The key of a column; it does not depend on how many columns were read. */
  at(index: number): string {
    while (this.keys.length <= index) this.add(this.keys.length);
    return this.keys[index]!;
  }

  private add(index: number): void {
    const letters = columnLetters(index);
    // In this order: what is left without a NUL may be blank, or reserved.
    const header = (this.headers[index] ?? '').replaceAll('\0', '').trim();
    let key = safeKey(header) || letters;
    while (this.used.has(key)) key = `${key} (${letters})`;
    this.used.add(key);
    this.keys.push(key);
  }
}
