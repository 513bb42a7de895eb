import { CommandError } from '../../errors';
import { type Stream, pausing, withoutPauses } from '../../stream';
import { compileFilter } from '../../match';
import {
  type BsonValue,
  type Decimal128,
  type Doc,
  type Long,
  type ObjectId,
  toPlainNumbers,
} from '../../values';
import { compileExpression } from '../expressions';
import { runPipeline } from '../run-pipeline';
import { type AggregateEnvironment, type ReadOptions } from '../types';
import { validatePipeline } from '../validate-pipeline';

/** For specs: the value of an expression, with plain numbers. */
export function evaluate(expression: BsonValue, doc: Doc = {}, variables?: Doc): BsonValue {
  const value = compileExpression(expression, variables)(doc);
  return toPlainNumbers({ value }).value;
}

/** For specs: a number or an id as text, to compare it with all of its digits. */
export function textOf(value: BsonValue): string {
  return (value as Decimal128 | Long | ObjectId).toString();
}

/** For specs: the code of the error that some work ends with; undefined when it does not. */
export function codeOf(work: () => unknown): number | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof CommandError) return error.code;
    throw error;
  }
  return undefined;
}

/** For specs: an environment over collections in memory, which counts its reads. */
export function environmentOf(
  collections: Record<string, Doc[]> = {},
  more: Partial<AggregateEnvironment> = {},
): AggregateEnvironment & { reads: (ReadOptions & { collection: string })[] } {
  const reads: (ReadOptions & { collection: string })[] = [];
  const match = { compileExpression };
  return {
    match,
    reads,
    read(collection, options = {}): Stream<Doc> {
      reads.push({ collection, ...options });
      const matches = compileFilter(options.filter ?? {}, match);
      return pausing((collections[collection] ?? []).filter((doc) => matches(doc)));
    },
    ...more,
  };
}

/** For specs: the documents that a pipeline makes of others, with plain numbers. */
export function aggregate(
  docs: Iterable<Doc>,
  pipeline: Doc[],
  environment: AggregateEnvironment = environmentOf(),
): Doc[] {
  const stream = runPipeline(pausing(docs), validatePipeline(pipeline), environment);
  return [...withoutPauses(stream)].map(toPlainNumbers);
}
