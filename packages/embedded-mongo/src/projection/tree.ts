import { locationError, type ValuePredicate } from '../match';
import { type BsonValue, type Doc } from '../values';

/** A field whose subfields the projection names. */
export interface Branch {
  readonly kind: 'branch';
  readonly children: Map<string, ProjectionNode>;
}

/** Part of an array: `limit` elements from `skip` on; a negative number counts from the end. */
export interface Slice {
  readonly kind: 'slice';
  readonly skip?: number;
  readonly limit: number;
}

/** The first element that matches. */
export interface ElementMatch {
  readonly kind: 'element';
  readonly test: ValuePredicate;
}

/** A value that is computed from the whole document. */
export interface Computed {
  readonly kind: 'computed';
  readonly evaluate: (doc: Doc) => BsonValue;
}

/** What a projection says about a field. */
export type ProjectionNode =
  | Branch
  | Slice
  | ElementMatch
  | Computed
  | { readonly kind: 'include' }
  | { readonly kind: 'exclude' }
  | { readonly kind: 'positional' };

/** A new node without children. */
export function newBranch(): Branch {
  return { kind: 'branch', children: new Map() };
}

/** Splits a path of a projection into its components, which must be proper field names. */
export function parseFieldPath(path: string): string[] {
  if (path === '') {
    throw locationError(40352, 'FieldPath cannot be constructed with empty string');
  }
  if (path.endsWith('.')) {
    throw locationError(40353, "FieldPath must not end with a '.'.");
  }
  const parts = path.split('.');
  for (const part of parts) {
    if (part === '') {
      throw locationError(15998, 'FieldPath field names may not be empty strings.');
    }
    if (part.startsWith('$') && !['$id', '$ref', '$db'].includes(part)) {
      throw locationError(
        16410,
        "FieldPath field names may not start with '$'. Consider using $getField or $setField.",
      );
    }
  }
  return parts;
}

/** Puts a node at a path below a branch; two nodes on one path collide. */
export function addNode(root: Branch, path: string, node: ProjectionNode): void {
  const parts = parseFieldPath(path);
  const last = parts.pop() ?? '';
  let branch = root;
  for (const part of parts) {
    let child = branch.children.get(part);
    if (child === undefined) {
      child = newBranch();
      branch.children.set(part, child);
    }
    if (child.kind !== 'branch') {
      const remaining = [...parts, last].slice(1).join('.');
      throw locationError(31249, `Path collision at ${path} remaining portion ${remaining}`);
    }
    branch = child;
  }
  if (branch.children.has(last)) {
    throw locationError(31250, `Path collision at ${path}`);
  }
  branch.children.set(last, node);
}

/** The branch at a path, made when nothing is there yet. */
export function branchAt(root: Branch, path: string): Branch {
  let node: ProjectionNode | undefined = root;
  for (const part of parseFieldPath(path)) {
    node = node?.kind === 'branch' ? node.children.get(part) : undefined;
  }
  if (node?.kind === 'branch') {
    return node;
  }
  const branch = newBranch();
  addNode(root, path, branch);
  return branch;
}

/** Whether a branch has, at any depth, a child that the predicate holds for. */
export function someNode(branch: Branch, holds: (node: ProjectionNode) => boolean): boolean {
  for (const node of branch.children.values()) {
    if (holds(node) || (node.kind === 'branch' && someNode(node, holds))) {
      return true;
    }
  }
  return false;
}
