import { escapeJsonText } from '../../http/json-text';

/** A list of an answer that is made while it is written; its entries may be such lists again. */
export class LazyList {
  private constructor(
    private readonly make: () => Iterable<unknown>,
    private readonly isText: boolean,
  ) {}

  /** A list of values. */
  static ofValues(make: () => Iterable<unknown>): LazyList {
    return new LazyList(make, false);
  }

  /** A list of entries that are JSON text already, compact and escaped. */
  static ofTexts(make: () => Iterable<string>): LazyList {
    return new LazyList(make, true);
  }

  /** The entries as compact JSON; an entry that is a list itself as that list. */
  *entries(): Generator<string | LazyList> {
    for (const entry of this.make()) {
      if (entry instanceof LazyList) yield entry;
      else yield this.isText ? (entry as string) : escapeJsonText(JSON.stringify(entry));
    }
  }

  /** The whole list, for answers that are small. */
  toArray(): unknown[] {
    const values: unknown[] = [];
    for (const entry of this.make()) {
      values.push(this.isText ? JSON.parse(entry as string) : settle(entry));
    }
    return values;
  }
}

/** The value with all of its lazy lists made. */
export function settle(value: unknown): unknown {
  if (value instanceof LazyList) return value.toArray();
  if (Array.isArray(value)) return value.map(settle);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, settle(member)]));
}
