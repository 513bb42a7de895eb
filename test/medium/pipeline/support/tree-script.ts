import fc from 'fast-check';

/** What happens to an attempt before one comes to its end. */
export type Setback = 'retry' | 'throttle' | 'park' | 'stall';

/** What a run of a random tree does. */
export interface Node {
  /** Its attempts before the last. */
  setbacks: Setback[];
  fails: boolean;
  /** None: it is a leaf. */
  children: Node[];
  joinSetbacks: Setback[];
  joinFails: boolean;
}

const setbacks = fc.array(fc.constantFrom<Setback>('retry', 'throttle', 'park', 'stall'), {
  maxLength: 2,
});
const seldom = fc.nat(4).map((n) => n === 0);

/** Random trees, at most three levels deep and some ten runs large. */
export const trees: fc.Arbitrary<Node> = node(2);

function node(depth: number): fc.Arbitrary<Node> {
  return fc.record({
    setbacks,
    fails: seldom,
    children: depth === 0 ? fc.constant([]) : fc.array(node(depth - 1), { maxLength: 3 }),
    joinSetbacks: setbacks.map((all) => all.slice(0, 1)),
    joinFails: seldom,
  });
}

/** The rows that a run counts when nobody cancels it; undefined when it fails. */
export function rowsOf(tree: Node, isRoot = true): number | undefined {
  if (tree.fails) return undefined;
  if (tree.children.length === 0 && !isRoot) return 1;
  if (tree.joinFails) return undefined;
  // One leaf is planned by each attempt under another key, beside those of the script.
  return tree.children.reduce((sum, child) => sum + (rowsOf(child, false) ?? 0), 1);
}
