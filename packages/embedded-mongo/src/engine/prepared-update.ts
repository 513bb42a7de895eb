import {
  compilePipeline,
  type StageRunner,
  UPDATE_PIPELINE_STAGES,
  validatePipeline,
} from '../aggregate';
import { type CollectionInfo } from '../catalog';
import { badValue, CommandError, failedToParse } from '../errors';
import { rootOf } from '../indexes';
import { type MatchOptions } from '../match';
import { withoutPauses } from '../stream';
import {
  applyUpdate,
  type ArrayFilters,
  isReplacement,
  parseArrayFilters,
  replaceDocument,
  upsertSeed,
  usesPosition,
  validateUpdate,
} from '../update';
import { type BsonValue, type Doc, getOwn, isPlainObject } from '../values';
import { matchOptionsFor } from './match-options';
import { type UpdateSpec } from './types';

/** An update that was checked once and is applied to many documents. */
export class PreparedUpdate {
  /** The update needs to know which array element matched. */
  readonly wantsPosition: boolean;
  /** Root fields that the update can change; undefined when it could be any. */
  readonly changedRoots: ReadonlySet<string> | undefined;
  private readonly match: MatchOptions;
  private readonly arrayFilters: ArrayFilters;
  private readonly now = new Date();
  private stages: StageRunner | undefined;
  private readonly kind: 'operators' | 'replacement' | 'pipeline';

  constructor(
    collection: CollectionInfo | undefined,
    private readonly spec: UpdateSpec,
    isMulti: boolean,
  ) {
    const { update } = spec;
    this.match = matchOptionsFor(collection, spec.collation, spec.variables);
    this.arrayFilters = parseArrayFilters(spec.arrayFilters, this.match);
    if (Array.isArray(update)) {
      this.kind = 'pipeline';
      if (spec.arrayFilters !== undefined) {
        throw failedToParse('arrayFilters may not be specified for pipeline-style updates');
      }
      checkPipeline(update);
      this.wantsPosition = false;
    } else if (isReplacement(update)) {
      this.kind = 'replacement';
      if (isMulti) {
        throw failedToParse('multi update is not supported for replacement-style update');
      }
      this.wantsPosition = false;
    } else {
      this.kind = 'operators';
      validateUpdate(update, this.arrayFilters, this.match);
      this.wantsPosition = usesPosition(update);
      this.changedRoots = rootsOf(update);
    }
  }

  /** The document after the update. The given one belongs to the update from now on. */
  apply(doc: Doc, position?: number): Doc {
    const { update } = this.spec;
    if (Array.isArray(update)) return this.runPipeline(doc, update);
    if (this.kind === 'replacement') return replaceDocument(doc, update);
    this.applyOperators(doc, update, false, position);
    return doc;
  }

  /** The document that an upsert inserts. */
  seed(): Doc {
    const { filter, update } = this.spec;
    const seed = upsertSeed(filter);
    if (Array.isArray(update)) return this.runPipeline(seed, update);
    if (this.kind === 'replacement') {
      const id = getOwn(seed, '_id');
      return replaceDocument(id === undefined ? {} : { _id: id }, update, true);
    }
    this.applyOperators(seed, update, true);
    return seed;
  }

  private applyOperators(doc: Doc, update: Doc, isInsert: boolean, position?: number): void {
    applyUpdate(doc, update, {
      arrayFilters: this.arrayFilters,
      isInsert,
      match: this.match,
      now: this.now,
      ...(position !== undefined && { position }),
    });
  }

  private runPipeline(doc: Doc, pipeline: readonly Doc[]): Doc {
    this.stages ??= this.compile(pipeline);
    const [result] = [...withoutPauses(this.stages([doc]))];
    if (!result) throw new CommandError(8, 'UnknownError', 'the update gave no document');
    const id = getOwn(doc, '_id');
    return id !== undefined && getOwn(result, '_id') === undefined
      ? { _id: id, ...result }
      : result;
  }

  private compile(pipeline: readonly Doc[]): StageRunner {
    const { variables } = this.spec;
    const { collation } = this.match;
    return compilePipeline(pipeline, {
      match: this.match,
      now: this.now,
      read: () => {
        throw badValue('an update cannot read other collections');
      },
      ...(variables && { variables }),
      ...(collation && { collation }),
    });
  }
}

function checkPipeline(pipeline: Doc[]): void {
  for (const stage of validatePipeline(pipeline)) {
    const name = Object.keys(stage)[0] ?? '';
    if (UPDATE_PIPELINE_STAGES.has(name)) continue;
    throw new CommandError(
      72,
      'InvalidOptions',
      `${name} is not allowed to be used within an update`,
    );
  }
}

function rootsOf(update: Doc): ReadonlySet<string> {
  const roots = new Set<string>();
  for (const operator of Object.keys(update)) {
    const changes: BsonValue = update[operator];
    if (!isPlainObject(changes)) continue;
    for (const path of Object.keys(changes)) {
      roots.add(rootOf(path));
      const target = changes[path];
      if (operator === '$rename' && typeof target === 'string') roots.add(rootOf(target));
    }
  }
  return roots;
}
