import fc from 'fast-check';
import { findJsonProblem, MAX_JSON_DEPTH } from './json-hygiene';

const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];

/** The same question, asked the simple way. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function hasForbiddenKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]) => FORBIDDEN.includes(key) || hasForbiddenKey(inner),
  );
}

describe('findJsonProblem', () => {
  it('agrees with a simple recursive check on any JSON', () => {
    const key = fc.oneof(fc.constantFrom(...FORBIDDEN, 'a', 'b'), fc.string());
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 6 },
        fc.constant(1),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc
          .array(fc.tuple(key, tie('tree')), { maxLength: 3 })
          .map((entries) => JSON.parse(toJson(entries)) as unknown),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expect(findJsonProblem(value, ['body']) !== undefined).toBe(
          hasForbiddenKey(value) || depthOf(value) > MAX_JSON_DEPTH,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('says where the problem is', () => {
    const value = JSON.parse('{"rows":[1,{"cell":{"__proto__":1}}]}') as unknown;
    expect(findJsonProblem(value, ['body'])).toMatchObject({
      loc: ['body', 'rows', 1, 'cell', '__proto__'],
      type: 'forbidden_key',
    });
  });

  it.each([undefined, null, 'constructor', 3])('has nothing against %p', (value) => {
    expect(findJsonProblem(value, ['body'])).toBeUndefined();
  });
});

/** Object literals cannot hold an own `__proto__`; JSON can. */
function toJson(entries: [string, unknown][]): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`;
}
