import { walkPath } from '../../match';
import { type BsonValue, type Doc, type StringFold, isRegex } from '../../values';
import { ValueMap } from './value-map';

/**
 * Joins a batch of local documents with the foreign documents that have one of their values: one
 * read for the batch, then a lookup by value.
 */
export class EqualityJoin {
  private readonly localsByValue: ValueMap<number[]>;
  private readonly values: BsonValue[] = [];
  private readonly matches: Doc[][] = [];
  private readonly path: readonly string[];

  constructor(
    private readonly foreignField: string,
    fold: StringFold | undefined,
  ) {
    this.localsByValue = new ValueMap(fold);
    this.path = foreignField.split('.');
  }

  /** Adds the next local document; an array matches by each of its elements. */
  addLocal(value: BsonValue): void {
    const local = this.matches.push([]) - 1;
    const values = Array.isArray(value) ? value : [value ?? null];
    for (const wanted of values) {
      const known = this.localsByValue.get(wanted);
      if (!known) {
        this.localsByValue.set(wanted, [local]);
        this.values.push(wanted);
      } else if (known[known.length - 1] !== local) known.push(local);
    }
  }

  /** The filter for the foreign documents that match any local document of the batch. */
  filter(): Doc {
    const regexes = this.values.filter(isRegex);
    const plain = { [this.foreignField]: { $in: this.values.filter((value) => !isRegex(value)) } };
    if (regexes.length === 0) return plain;
    // In $in a regular expression is a pattern; here it is a value like any other.
    const equalities = regexes.map((regex) => ({ [this.foreignField]: { $eq: regex } }));
    return { $or: [plain, ...equalities] };
  }

  /** Hands a foreign document to the local documents that it matches. */
  addForeign(doc: Doc): void {
    const matched = new Set<number>();
    walkPath(doc, this.path, 'elements-then-whole', (value) => {
      const locals = this.localsByValue.get(value ?? null);
      for (const local of locals ?? []) matched.add(local);
      return false;
    });
    for (const local of matched) this.matches[local]?.push(doc);
  }

  /** The foreign documents of a local one, by the order in which it was added. */
  matchesOf(local: number): Doc[] {
    return this.matches[local] ?? [];
  }
}
