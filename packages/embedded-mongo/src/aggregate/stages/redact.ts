import { PAUSE, type Stream } from '../../stream';
import { type BsonValue, type Doc, describe, isPlainObject, setOwn } from '../../values';
import { type Evaluate } from '../expressions';
import { failure } from '../failures';
import { type StageContext, type StageRunner } from '../types';

/** `$redact`: keeps, drops or looks into each level of a document. */
export function compileRedact(specification: BsonValue, context: StageContext): StageRunner {
  const current = context.scope.with('CURRENT');
  const decide: Evaluate = current.scope.compile(specification);

  const redact = (level: Doc, root: Doc): Doc | undefined => {
    current.cell.value = level;
    const decision = decide(root);
    switch (decision) {
      case 'keep':
        return level;
      case 'prune':
        return undefined;
      case 'descend':
        return descend(level, root);
      default:
        throw failure(
          17053,
          `$redact's expression should not return anything aside from the variables $$KEEP, $$DESCEND, and $$PRUNE, but returned ${describe(decision)}`,
        );
    }
  };
  const descend = (level: Doc, root: Doc): Doc => {
    const result: Doc = {};
    for (const field of Object.keys(level)) {
      const value = redactValue(level[field], root);
      if (value !== undefined) setOwn(result, field, value);
    }
    return result;
  };
  const redactValue = (value: BsonValue, root: Doc): BsonValue => {
    if (Array.isArray(value)) {
      return value
        .map((element) => redactValue(element, root))
        .filter((element) => element !== undefined);
    }
    return isPlainObject(value) ? redact(value, root) : value;
  };

  return function* (input): Stream<Doc> {
    for (const doc of input) {
      const kept = doc === PAUSE ? PAUSE : redact(doc, doc);
      if (kept !== undefined) yield kept;
    }
  };
}
