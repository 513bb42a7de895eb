import { type BsonValue, type Doc, isPlainObject, setOwn } from '../../values';
import { type Evaluate, splitPath } from '../expressions';
import { failure } from '../failures';

/** One level of a projection: what to do with each field, and with the fields below it. */
export class ProjectionNode {
  /** Fields that are taken over or left out as they are. */
  readonly named = new Set<string>();
  readonly children = new Map<string, ProjectionNode>();
  readonly computed = new Map<string, Evaluate>();
  /** The computed fields, and the children with some, in the order of the specification. */
  private readonly order: string[] = [];

  /** Puts a path into the tree; two entries for the same place are an error. */
  add(path: string, evaluate?: Evaluate): void {
    const parts = splitPath(path);
    // oxlint-disable-next-line typescript/no-this-alias -- the walk starts here
    let node: ProjectionNode = this;
    parts.forEach((field, index) => {
      if (node.named.has(field) || node.computed.has(field)) {
        const rest = parts.slice(index + 1).join('.');
        throw rest
          ? failure(31249, `Path collision at ${path} remaining portion ${rest}`)
          : failure(31250, `Path collision at ${path}`);
      }
      if (evaluate) node.remember(field);
      if (index < parts.length - 1) node = node.child(field);
    });
    const last = parts[parts.length - 1] as string;
    if (node.children.has(last)) throw failure(31250, `Path collision at ${path}`);
    if (evaluate) node.computed.set(last, evaluate);
    else node.named.add(last);
  }

  private child(field: string): ProjectionNode {
    let child = this.children.get(field);
    if (!child) {
      child = new ProjectionNode();
      this.children.set(field, child);
    }
    return child;
  }

  private remember(field: string): void {
    if (!this.order.includes(field)) this.order.push(field);
  }

  /** The document with only the named fields, then the computed ones. */
  include(doc: Doc, root: Doc): Doc {
    const result: Doc = {};
    for (const field of Object.keys(doc)) {
      if (this.named.has(field)) setOwn(result, field, doc[field]);
      else {
        const child = this.children.get(field);
        const value = child?.includeValue(doc[field]);
        if (value !== undefined) setOwn(result, field, value);
      }
    }
    this.compute(result, root);
    return result;
  }

  private includeValue(value: BsonValue): BsonValue {
    if (Array.isArray(value)) {
      return value
        .map((element) => this.includeValue(element))
        .filter((element) => element !== undefined);
    }
    if (!isPlainObject(value)) return undefined;
    const result: Doc = {};
    for (const field of Object.keys(value)) {
      const kept = this.named.has(field)
        ? value[field]
        : this.children.get(field)?.includeValue(value[field]);
      if (kept !== undefined) setOwn(result, field, kept);
    }
    return result;
  }

  /** The document without the named fields. */
  exclude(doc: Doc): Doc {
    const result: Doc = {};
    for (const field of Object.keys(doc)) {
      if (this.named.has(field)) continue;
      const child = this.children.get(field);
      setOwn(result, field, child ? child.excludeValue(doc[field]) : doc[field]);
    }
    return result;
  }

  private excludeValue(value: BsonValue): BsonValue {
    if (Array.isArray(value)) return value.map((element) => this.excludeValue(element));
    return isPlainObject(value) ? this.exclude(value) : value;
  }

  /** The document with the computed fields set. */
  extend(doc: Doc, root: Doc): Doc {
    const result: Doc = { ...doc };
    this.compute(result, root);
    return result;
  }

  /** Sets the computed fields of a document that is ours to change. */
  private compute(target: Doc, root: Doc): void {
    for (const field of this.order) {
      const evaluate = this.computed.get(field);
      const value = evaluate ? evaluate(root) : this.computeBelow(target, field, root);
      if (value === undefined) delete target[field];
      else setOwn(target, field, value);
    }
  }

  private computeBelow(target: Doc, field: string, root: Doc): BsonValue {
    const child = this.children.get(field) as ProjectionNode;
    return child.extendValue(Object.hasOwn(target, field) ? target[field] : undefined, root);
  }

  /** Arrays are looked into; whatever is no document becomes one, to hold the new fields. */
  private extendValue(value: BsonValue, root: Doc): BsonValue {
    if (Array.isArray(value)) return value.map((element) => this.extendValue(element, root));
    return this.extend(isPlainObject(value) ? value : {}, root);
  }
}
