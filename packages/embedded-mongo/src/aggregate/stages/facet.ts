import { PAUSE, type Pause, type Stream } from '../../stream';
import { type BsonValue, type Doc, getOwn, isPlainObject, setOwn } from '../../values';
import { typeLabel } from '../expressions';
import { failure } from '../failures';
import { type StageContext, type StageRunner } from '../types';
import { stageName, validateInnerPipeline } from '../validate-pipeline';

const NOT_IN_FACET: ReadonlySet<string> = new Set(['$facet', '$documents']);

/**
 * One pipeline of a `$facet`, fed a document at a time. Its source gives a pause when it has nothing
 * to give, and as every stage passes pauses on, the branch hands the turn back.
 */
class Branch {
  readonly results: Doc[] = [];
  private readonly waiting: Doc[] = [];
  private readonly output: Iterator<Doc | Pause>;
  private isInputOver = false;
  isDone = false;

  constructor(
    readonly field: string,
    run: StageRunner,
  ) {
    this.output = run(this.source())[Symbol.iterator]();
  }

  private *source(): Stream<Doc> {
    for (;;) {
      const doc = this.waiting.shift();
      if (doc) yield doc;
      else if (this.isInputOver) return;
      else yield PAUSE;
    }
  }

  /** Lets the branch work on one more document; a pause before it is taken is one of a read inside. */
  *feed(doc: Doc): Generator<Pause, void> {
    this.waiting.push(doc);
    while (!this.isDone) {
      if (this.step() !== PAUSE) continue;
      if (this.waiting.length === 0) return;
      yield PAUSE;
    }
  }

  /** Lets the branch come to its end, with its pauses. */
  *finish(): Generator<Pause, void> {
    this.isInputOver = true;
    while (!this.isDone) if (this.step() === PAUSE) yield PAUSE;
  }

  close(): void {
    if (!this.isDone) this.output.return?.();
  }

  private step(): Pause | undefined {
    const next = this.output.next();
    if (next.done === true) {
      this.isDone = true;
      return undefined;
    }
    if (next.value === PAUSE) return PAUSE;
    this.results.push(next.value);
    return undefined;
  }
}

/** `$facet`: several pipelines over one reading of the input. */
export function compileFacet(specification: BsonValue, context: StageContext): StageRunner {
  if (!isPlainObject(specification) || Object.keys(specification).length === 0) {
    throw failure(40169, 'the $facet specification must be a non-empty object');
  }
  const runners = Object.keys(specification).map((field) => ({
    field,
    run: context.compilePipeline(facetPipeline(field, getOwn(specification, field))),
  }));
  return function* (input): Stream<Doc> {
    const branches = runners.map(({ field, run }) => new Branch(field, run));
    try {
      for (const doc of input) {
        if (doc === PAUSE) {
          yield PAUSE;
          continue;
        }
        const active = branches.filter((branch) => !branch.isDone);
        if (active.length === 0) break;
        for (const branch of active) yield* branch.feed(doc);
      }
      for (const branch of branches) yield* branch.finish();
    } finally {
      for (const branch of branches) branch.close();
    }
    const result: Doc = {};
    for (const { field, results } of branches) setOwn(result, field, results);
    yield result;
  };
}

function facetPipeline(field: string, pipeline: BsonValue): Doc[] {
  if (field.includes('.') || field.startsWith('$')) {
    throw failure(40169, `invalid $facet field name: ${field}`);
  }
  if (!Array.isArray(pipeline)) {
    throw failure(
      40170,
      `arguments to $facet must be arrays, ${field} is type ${typeLabel(pipeline)}`,
    );
  }
  const stages = validateInnerPipeline(pipeline, '$facet');
  for (const stage of stages) {
    const name = stageName(stage);
    if (NOT_IN_FACET.has(name)) {
      throw failure(40600, `${name} is not allowed to be used within a $facet stage`);
    }
  }
  return stages;
}
