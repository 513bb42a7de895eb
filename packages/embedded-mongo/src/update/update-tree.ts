import { compareStrings } from '../values';
import { conflictingPaths } from './failures';
import { type Modifier } from './operators/modifier';
import { elementIdentifier, isArrayIndex } from './update-path';

const LAST_DIGIT = '9'.charCodeAt(0);

/** The end of an update path: what to do with the value there. */
export interface LeafNode {
  readonly kind: 'leaf';
  readonly modifier: Modifier;
}

/**
 * A step of update paths. Children of `fields` are named by field, array index or `$`; children of
 * `elements` by the identifier in `$[identifier]`.
 */
export interface BranchNode {
  readonly kind: 'fields' | 'elements';
  readonly children: ReadonlyMap<string, UpdateNode>;
}

/**
 * All paths of an update as one tree: it shows where two of them meet, and MongoDB applies an
 * update in the order of the tree, whatever the order of the operators.
 */
export type UpdateNode = LeafNode | BranchNode;

/** Puts the modifiers of an update into one tree. */
export class UpdateTreeBuilder {
  private readonly top = new GrowingBranch('fields');

  /** Adds a modifier at a path that no other modifier touches, above or below. */
  add(components: readonly string[], modifier: Modifier): void {
    const conflictAt = (depth: number) => {
      const path = components.join('.');
      const place = components.slice(0, depth + 1).join('.');
      return conflictingPaths(`Updating the path '${path}' would create a conflict at '${place}'`);
    };
    let branch = this.top;
    for (const [depth, component] of components.entries()) {
      const key = elementIdentifier(component) ?? component;
      const existing = branch.children.get(key);
      const next = components[depth + 1];
      if (next === undefined) {
        if (existing !== undefined) throw conflictAt(depth);
        branch.children.set(key, { kind: 'leaf', modifier });
        return;
      }
      const kind = elementIdentifier(next) === undefined ? 'fields' : 'elements';
      if (existing === undefined) {
        const created = new GrowingBranch(kind);
        branch.children.set(key, created);
        branch = created;
      } else {
        if (!(existing instanceof GrowingBranch) || existing.kind !== kind) throw conflictAt(depth);
        branch = existing;
      }
    }
  }

  /** The finished tree, its children in the order in which they are applied. */
  build(): BranchNode {
    return inOrder(this.top);
  }
}

class GrowingBranch implements BranchNode {
  readonly children = new Map<string, UpdateNode>();
  constructor(readonly kind: 'fields' | 'elements') {}
}

/** The order of fields: array indexes by number, other names by their characters. */
export function compareFieldNames(a: string, b: string): number {
  if (startsWithDigit(a) && isArrayIndex(a) && isArrayIndex(b)) return Number(a) - Number(b);
  return compareStrings(a, b);
}

function startsWithDigit(name: string): boolean {
  return name.charCodeAt(0) <= LAST_DIGIT;
}

/** One tree that does what two of them do to the same place, which the document put together. */
export function mergeNodes(a: UpdateNode, b: UpdateNode, path: string): UpdateNode {
  if (a.kind === 'leaf' || b.kind === 'leaf' || a.kind !== b.kind)
    throw conflictingPaths(`Update created a conflict at '${path}'`);
  const children = new Map(a.children);
  for (const [key, child] of b.children) {
    const other = children.get(key);
    children.set(key, other === undefined ? child : mergeNodes(other, child, `${path}.${key}`));
  }
  return { kind: a.kind, children: sortedChildren(children) };
}

/** The children in the order in which they are applied. */
export function sortedChildren(
  children: ReadonlyMap<string, UpdateNode>,
): ReadonlyMap<string, UpdateNode> {
  if (children.size < 2) return children;
  const sorted = new Map<string, UpdateNode>();
  for (const key of [...children.keys()].sort(compareFieldNames)) {
    const child = children.get(key);
    if (child !== undefined) sorted.set(key, child);
  }
  return sorted;
}

function inOrder(branch: GrowingBranch): BranchNode {
  for (const [key, child] of branch.children)
    if (child instanceof GrowingBranch) branch.children.set(key, inOrder(child));
  return { kind: branch.kind, children: sortedChildren(branch.children) };
}
