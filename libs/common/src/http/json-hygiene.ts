import { type FieldProblem } from '../errors/domain-error';

/** The deepest nesting of arrays and objects that is accepted. */
export const MAX_JSON_DEPTH = 32;

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

interface Visit {
  value: object;
  depth: number;
  key: string | number;
  parent: Visit | undefined;
}

/**
 * Checks parsed JSON for forbidden keys and too deep nesting. It is iterative, since input that is
 * nested a hundred thousand levels deep would overflow the stack of a recursion.
 */
export function findJsonProblem(
  root: unknown,
  origin: readonly (string | number)[],
): FieldProblem | undefined {
  if (typeof root !== 'object' || root === null) return undefined;
  const pending: Visit[] = [{ value: root, depth: 1, key: '', parent: undefined }];
  for (let visit = pending.pop(); visit; visit = pending.pop()) {
    if (visit.depth > MAX_JSON_DEPTH) {
      return {
        loc: [...origin, ...path(visit)],
        msg: `Nested deeper than ${MAX_JSON_DEPTH} levels.`,
        type: 'too_deep',
      };
    }
    const isArray = Array.isArray(visit.value);
    for (const [key, value] of Object.entries(visit.value) as [string, unknown][]) {
      if (!isArray && FORBIDDEN_KEYS.has(key)) {
        return {
          loc: [...origin, ...path(visit), key],
          msg: `The key ${key} is not allowed.`,
          type: 'forbidden_key',
        };
      }
      if (typeof value === 'object' && value !== null) {
        pending.push({
          value,
          depth: visit.depth + 1,
          key: isArray ? Number(key) : key,
          parent: visit,
        });
      }
    }
  }
  return undefined;
}

function path(visit: Visit): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let step: Visit | undefined = visit; step?.parent; step = step.parent) keys.push(step.key);
  return keys.reverse();
}
