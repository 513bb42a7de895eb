import { CommandError } from '../errors';
import { type BsonValue, type Doc, getOwn, isPlainObject, setOwn } from '../values';
import { describeElement, pathNotViable } from './failures';
import { isArrayIndex } from './update-path';

const MOST_PADDING = 1_500_000;

type Container = Doc | BsonValue[];

/**
 * The place in a document that an update path leads to. It either exists, or it is some components
 * (`missing`) below the deepest place that does.
 */
export class Target {
  private constructor(
    readonly root: Doc,
    /** The place around this one; of a missing place, the deepest one that exists. */
    private readonly around: Target | undefined,
    private readonly name: string,
    private readonly element: BsonValue,
    private readonly missing: readonly string[],
  ) {}

  /** The whole document: where every path starts. */
  static of(root: Doc): Target {
    return new Target(root, undefined, '', root, []);
  }

  /** Whether the document has a value here. */
  get exists(): boolean {
    return this.missing.length === 0;
  }

  /** The value here; undefined where there is none. */
  get value(): BsonValue {
    return this.element;
  }

  /** The last component of the path. */
  get fieldName(): string {
    return this.missing.at(-1) ?? this.name;
  }

  /** The path from the root with dots. */
  get path(): string {
    const names = [...this.missing];
    for (const place of this.deepest().outwards())
      if (place.around !== undefined) names.unshift(place.name);
    return names.join('.');
  }

  /** The place one component further down. */
  child(component: string): Target {
    if (!this.exists) return this.below([...this.missing, component]);
    const container = this.container();
    if (container === undefined) return this.below([component]);
    const isArray = Array.isArray(container);
    if (isArray && !isArrayIndex(component)) return this.below([component]);
    const name = isArray ? String(Number(component)) : component;
    const value = getOwn(container, name);
    return value === undefined
      ? this.below([component])
      : new Target(this.root, this, name, value, []);
  }

  /** The same place looked up again, for it may exist since something beside it was written. */
  current(): Target {
    if (this.exists) return this;
    return this.missing.reduce((place, component) => place.child(component), this.deepest());
  }

  /** Writes a value here, creating the documents on the way to it. */
  set(value: BsonValue): void {
    if (!this.exists) return this.create(value);
    const container = this.around?.container();
    if (container !== undefined) setOwn(container, this.name, value);
  }

  /** Takes the value away; in an array a null stays in its place, so that indexes keep meaning. */
  remove(): void {
    const container = this.exists ? this.around?.container() : undefined;
    if (container === undefined) return;
    if (Array.isArray(container)) setOwn(container, this.name, null);
    else delete container[this.name];
  }

  /** Refuses a missing place that could not be created either. */
  checkViable(): void {
    const [next] = this.missing;
    const { name, element } = this.deepest();
    if (next === undefined || canHold(element, next)) return;
    throw pathNotViable(
      `Cannot use the part (${next}) of (${this.path}) to traverse the element ` +
        `({${describeElement(name, element)}})`,
    );
  }

  /** The name of an array that holds this place, near or far; undefined outside of arrays. */
  enclosingArray(): string | undefined {
    for (const place of this.around?.outwards() ?? [])
      if (Array.isArray(place.element)) return place.name;
    return undefined;
  }

  private below(missing: readonly string[]): Target {
    return new Target(this.root, this.deepest(), '', undefined, missing);
  }

  private deepest(): Target {
    return this.exists || this.around === undefined ? this : this.around;
  }

  private *outwards(): Iterable<Target> {
    let place: Target | undefined = this.deepest();
    for (; place !== undefined; place = place.around) yield place;
  }

  private container(): Container | undefined {
    return Array.isArray(this.element) || isPlainObject(this.element) ? this.element : undefined;
  }

  private create(value: BsonValue): void {
    const [first = '', ...rest] = this.missing;
    const deepest = this.deepest();
    const container = deepest.container();
    if (container === undefined || !canHold(container, first))
      throw pathNotViable(
        `Cannot create field '${first}' in element ` +
          `{${describeElement(deepest.name, deepest.element)}}`,
      );
    const created = rest.reduceRight<BsonValue>((inner, field) => {
      const doc: Doc = {};
      setOwn(doc, field, inner);
      return doc;
    }, value);
    if (Array.isArray(container)) padTo(container, Number(first));
    setOwn(container, Array.isArray(container) ? Number(first) : first, created);
  }
}

function canHold(element: BsonValue, component: string): boolean {
  if (Array.isArray(element)) return isArrayIndex(component);
  return isPlainObject(element);
}

function padTo(array: BsonValue[], length: number): void {
  if (length - array.length > MOST_PADDING)
    throw new CommandError(
      34,
      'CannotBackfillArray',
      `can't backfill more than ${MOST_PADDING} elements`,
    );
  while (array.length < length) array.push(null);
}
