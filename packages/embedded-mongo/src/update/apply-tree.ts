import { badValue } from '../errors';
import { describeElement } from './failures';
import { type Target } from './target';
import { type UpdateContext } from './types';
import { POSITIONAL } from './update-path';
import { type BranchNode, mergeNodes, sortedChildren, type UpdateNode } from './update-tree';

/** Does to the target, and to what is below it, what a node of the update tree says. */
export function applyNode(node: UpdateNode, target: Target, context: UpdateContext): void {
  if (node.kind === 'leaf') node.modifier.apply(target, context);
  else if (node.kind === 'fields') applyToFields(node, target, context);
  else applyToElements(node, target, context);
}

function applyToFields(node: BranchNode, target: Target, context: UpdateContext): void {
  const children = node.children.has(POSITIONAL)
    ? withPosition(node, target, context.position)
    : node.children;
  for (const [field, child] of children) applyNode(child, target.current().child(field), context);
}

/** The children with the index that `$` stands for in its place. */
function withPosition(
  node: BranchNode,
  target: Target,
  position: number | undefined,
): ReadonlyMap<string, UpdateNode> {
  if (position === undefined)
    throw badValue('The positional operator did not find the match needed from the query.');
  const children = new Map(node.children);
  const positional = children.get(POSITIONAL);
  children.delete(POSITIONAL);
  const index = String(position);
  const other = children.get(index);
  if (positional !== undefined)
    children.set(
      index,
      other === undefined ? positional : mergeNodes(other, positional, `${target.path}.${index}`),
    );
  return sortedChildren(children);
}

function applyToElements(node: BranchNode, target: Target, context: UpdateContext): void {
  const array = target.value;
  if (array === undefined)
    throw badValue(
      `The path '${target.path}' must exist in the document in order to apply array updates.`,
    );
  if (!Array.isArray(array))
    throw badValue(
      'Cannot apply array updates to non-array element ' + describeElement(target.fieldName, array),
    );
  for (const [index, element] of array.entries()) {
    let meant: UpdateNode | undefined;
    for (const [identifier, child] of node.children) {
      if (identifier !== '' && context.arrayFilters.get(identifier)?.(element) !== true) continue;
      meant =
        meant === undefined ? child : mergeNodes(meant, child, `${target.path}.${String(index)}`);
    }
    if (meant !== undefined) applyNode(meant, target.child(String(index)), context);
  }
}
