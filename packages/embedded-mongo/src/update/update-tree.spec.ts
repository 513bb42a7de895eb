import { type Modifier } from './operators/modifier';
import { compareFieldNames, mergeNodes, type UpdateNode, UpdateTreeBuilder } from './update-tree';
import { failure } from './testing/updated';

const modifier: Modifier = { apply: () => undefined };

function build(...paths: string[]): UpdateNode {
  const builder = new UpdateTreeBuilder();
  for (const path of paths) builder.add(path.split('.'), modifier);
  return builder.build();
}

function keysOf(node: UpdateNode): unknown {
  if (node.kind === 'leaf') return true;
  return [...node.children].map(([key, child]) => [key, keysOf(child)]);
}

describe('UpdateTreeBuilder', () => {
  it('orders fields by name and indexes by number', () => {
    expect(keysOf(build('b', 'a.10', 'a.9', 'a.x'))).toEqual([
      [
        'a',
        [
          ['9', true],
          ['10', true],
          ['x', true],
        ],
      ],
      ['b', true],
    ]);
  });

  it.each([
    [['a', 'a'], "Updating the path 'a' would create a conflict at 'a'"],
    [['a', 'a.b.c'], "Updating the path 'a.b.c' would create a conflict at 'a'"],
    [['a.b.c', 'a.b'], "Updating the path 'a.b' would create a conflict at 'a.b'"],
    [['a.$[].b', 'a.b'], "Updating the path 'a.b' would create a conflict at 'a'"],
    [['a.$', 'a.$.b'], "Updating the path 'a.$.b' would create a conflict at 'a.$'"],
  ])('refuses %j', (paths, message) => {
    expect(() => build(...paths)).toThrow(failure(40, message));
  });
});

describe('mergeNodes', () => {
  it('unites children', () => {
    expect(keysOf(mergeNodes(build('b.x'), build('b.y', 'a'), 'top'))).toEqual([
      ['a', true],
      [
        'b',
        [
          ['x', true],
          ['y', true],
        ],
      ],
    ]);
  });

  it('refuses two modifiers of one place', () => {
    expect(() => mergeNodes(build('b.x'), build('b.x'), 'a.0')).toThrow(
      failure(40, "Update created a conflict at 'a.0.b.x'"),
    );
  });
});

describe('compareFieldNames', () => {
  it('compares two numbers as numbers only', () => {
    expect(compareFieldNames('9', '10')).toBeLessThan(0);
    expect(compareFieldNames('9', '10a')).toBeGreaterThan(0);
  });
});
