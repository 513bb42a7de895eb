import { type CollectionInfo } from '../catalog';
import { filterRoots } from '../indexes';
import { compileFilter, type MatchContext, type Predicate } from '../match';
import { type Candidate } from '../planner';
import { documentKey, type OrderedStore } from '../storage';
import { type Doc, decode, decodeRoots, textScoreOf } from '../values';
import { Hit } from './hit';
import { matchOptionsFor } from './match-options';
import { type FindQuery } from './types';

/** A document that passed the filter, with what was decoded of it on the way. */
export interface Passed {
  readonly recordId: number;
  readonly raw: Buffer;
  /** The fields the filter needed and those the caller wanted; absent when none were decoded. */
  readonly part?: Doc;
  readonly position?: number;
  readonly textScore?: number;
}

/** How much of a document is decoded while it is looked at. */
export type Wanted = 'nothing' | 'everything' | ReadonlySet<string>;

/** Decides about the candidates of a plan, decoding no more of them than necessary. */
export class CandidateFilter {
  private readonly roots: ReadonlySet<string> | undefined;
  private readonly generation: number;
  private compiled: Predicate | undefined;

  constructor(
    private readonly store: OrderedStore,
    private readonly collection: CollectionInfo,
    private readonly query: FindQuery,
    private readonly wanted: Wanted,
  ) {
    this.generation = store.generation;
    const needed = filterRoots(query.filter);
    if (needed && wanted !== 'everything') {
      this.roots = wanted === 'nothing' ? needed : new Set([...needed, ...wanted]);
    }
  }

  /** Compiles the filter now, so that a mistake in it shows even where nothing is found. */
  check(): void {
    this.predicate();
  }

  /** The document of a candidate if it is there and matches. */
  examine({ recordId, raw: known, exact }: Candidate): Passed | undefined {
    const raw = known ?? this.store.get(documentKey(this.collection.documents, recordId));
    if (!raw) return undefined;
    const isCertain = exact && this.store.generation === this.generation;
    if (isCertain && !this.query.wantPosition) {
      if (this.wanted === 'nothing') return { recordId, raw };
      return { recordId, raw, part: this.decodePart(raw) };
    }
    const part = this.decodePart(raw);
    const context: MatchContext | undefined = this.query.wantPosition ? {} : undefined;
    if (!this.predicate()(part, context)) return undefined;
    const textScore = textScoreOf(part);
    return {
      recordId,
      raw,
      part,
      ...(context?.position !== undefined && { position: context.position }),
      ...(textScore !== undefined && { textScore }),
    };
  }

  /** A document that passed before, whose bytes were not kept; it may have changed since. */
  reload(recordId: number): Passed | undefined {
    if (this.store.generation !== this.generation) return this.examine({ recordId, exact: false });
    const raw = this.store.get(documentKey(this.collection.documents, recordId));
    return raw && { recordId, raw };
  }

  /** A hit for the caller of the query. */
  toHit(passed: Passed): Hit {
    // Only a document that was decoded as a whole may be shown.
    const whole = this.roots ? undefined : passed.part;
    const hit = new Hit(passed.recordId, passed.raw, whole, this.query.roots);
    if (passed.position !== undefined) hit.position = passed.position;
    if (passed.textScore !== undefined) hit.textScore = passed.textScore;
    return hit;
  }

  private decodePart(raw: Buffer): Doc {
    return this.roots ? decodeRoots(raw, this.roots) : decode(raw);
  }

  private predicate(): Predicate {
    const { filter, collation, variables } = this.query;
    this.compiled ??= compileFilter(filter, matchOptionsFor(this.collection, collation, variables));
    return this.compiled;
  }
}
