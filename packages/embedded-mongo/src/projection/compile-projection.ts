import { compileFilter, type MatchOptions } from '../match';
import { type Doc } from '../values';
import { addComputed, excludeFields, includeFields, isComputed } from './apply';
import { parseProjection } from './parse';
import { keepMatchedElement } from './positional';
import { someNode } from './tree';

/**
 * Compiles a find projection into a function that builds the projected document; undefined when
 * the specification asks for the whole document. The result shares values with its source. The
 * filter is needed for the positional `a.$`, which keeps the element that the filter matched.
 */
export function compileProjection(
  spec: Doc | undefined,
  options: MatchOptions,
  filter?: Doc,
): ((doc: Doc) => Doc) | undefined {
  if (spec === undefined || Object.keys(spec).length === 0) {
    return undefined;
  }
  const { root, mode, positionalPath } = parseProjection(spec, options);
  const shape = mode === 'inclusion' ? includeFields : excludeFields;
  const computes = someNode(root, isComputed);
  const matches = positionalPath === undefined ? undefined : compileFilter(filter, options);
  const positionalParts = positionalPath?.split('.') ?? [];
  return (doc) => {
    const output = shape(root, doc);
    if (computes) {
      addComputed(root, output, doc);
    }
    if (matches !== undefined) {
      keepMatchedElement(output, positionalParts, doc, matches);
    }
    return output;
  };
}
