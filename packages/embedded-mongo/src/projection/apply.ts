import { type BsonValue, type Doc, getOwn, isPlainObject, setOwn } from '../values';
import { sliceArray } from './slice';
import { type Branch, type ProjectionNode, someNode } from './tree';

/** Keeps only what the tree names, in the order of the document. */
export function includeFields(branch: Branch, doc: Doc): Doc {
  const output: Doc = {};
  for (const field of Object.keys(doc)) {
    const node = branch.children.get(field);
    if (node === undefined) {
      continue;
    }
    const value = included(node, doc[field]);
    if (value !== undefined) {
      setOwn(output, field, value);
    }
  }
  return output;
}

function included(node: ProjectionNode, value: BsonValue): BsonValue {
  switch (node.kind) {
    case 'include':
    case 'positional':
      return value;
    case 'slice':
      return Array.isArray(value) ? sliceArray(value, node) : value;
    case 'branch':
      return includedBelow(node, value);
    default:
      return undefined;
  }
}

/** Elements that are no documents have none of the fields: an inclusion drops them. */
function includedBelow(branch: Branch, value: BsonValue): BsonValue {
  if (Array.isArray(value)) {
    return value
      .map((element) => includedBelow(branch, element))
      .filter((element) => element !== undefined);
  }
  return isPlainObject(value) ? includeFields(branch, value) : undefined;
}

/** Leaves out what the tree names and slices what it wants sliced. */
export function excludeFields(branch: Branch, doc: Doc): Doc {
  const output: Doc = {};
  for (const field of Object.keys(doc)) {
    const node = branch.children.get(field);
    const value = doc[field];
    const kept = node === undefined ? value : remaining(node, value);
    if (kept !== undefined) {
      setOwn(output, field, kept);
    }
  }
  return output;
}

function remaining(node: ProjectionNode, value: BsonValue): BsonValue {
  switch (node.kind) {
    case 'exclude':
      return undefined;
    case 'slice':
      return Array.isArray(value) ? sliceArray(value, node) : value;
    case 'branch':
      return remainingBelow(node, value);
    default:
      return value;
  }
}

function remainingBelow(branch: Branch, value: BsonValue): BsonValue {
  if (Array.isArray(value)) {
    return value.map((element) => remainingBelow(branch, element));
  }
  return isPlainObject(value) ? excludeFields(branch, value) : value;
}

/** Whether a node is computed from the document rather than taken from it. */
export function isComputed(node: ProjectionNode): boolean {
  return node.kind === 'computed' || node.kind === 'element';
}

/**
 * Sets the computed fields in the order of the specification; they come after the fields that
 * were kept. `output` is a document of the projection's own and is changed in place.
 */
export function addComputed(branch: Branch, output: Doc, original: Doc): void {
  for (const [field, node] of branch.children) {
    if (node.kind === 'computed') {
      replaceField(output, field, node.evaluate(original));
    } else if (node.kind === 'element') {
      const value = getOwn(original, field);
      const found = Array.isArray(value) ? value.find((element) => node.test(element)) : undefined;
      replaceField(output, field, found === undefined ? undefined : [found]);
    } else if (node.kind === 'branch' && someNode(node, isComputed)) {
      setOwn(output, field, withComputed(node, getOwn(output, field), original));
    }
  }
}

function withComputed(branch: Branch, value: BsonValue, original: Doc): BsonValue {
  if (Array.isArray(value)) {
    return value.map((element) => withComputed(branch, element, original));
  }
  const output: Doc = isPlainObject(value) ? { ...value } : {};
  addComputed(branch, output, original);
  return output;
}

function replaceField(output: Doc, field: string, value: BsonValue): void {
  if (value === undefined) {
    delete output[field];
  } else {
    setOwn(output, field, value);
  }
}
