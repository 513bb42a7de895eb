import {
  type JoinOutcome,
  type JsonCompatible,
  type JsonValue,
  type RunCounts,
  type RunEnd,
  type RunFailure,
  type RunPriority,
} from '@tributary/contracts';
import { type RunKind } from '../kinds/run-kind';

/** A child that a run asks for. */
export interface ChildRun {
  readonly kind: string;
  /** Its name among the children of its parent; with the same key it is the same child. */
  readonly key: string;
  readonly subject: string;
  readonly payload: Record<string, JsonValue>;
  readonly priority?: RunPriority;
}

/** What a child is described with, beside its kind. */
export interface ChildRequest<Payload> {
  readonly key: string;
  readonly subject: string;
  readonly payload: JsonCompatible<Payload>;
  /** That of its parent by default. */
  readonly priority?: RunPriority;
}

/** Describes a child; the compiler checks that its kind takes the payload. */
export function childRun<Payload>(
  kind: RunKind<Payload>,
  request: ChildRequest<NoInfer<Payload>>,
): ChildRun {
  return { ...request, kind: kind.name, payload: request.payload as Record<string, JsonValue> };
}

/** What a processor returns in place of counts when its run goes on in children. */
export class FanOut {
  /** They may be thousands, and may be found while they are read: they are taken in batches. */
  constructor(readonly children: Iterable<ChildRun> | AsyncIterable<ChildRun>) {}
}

/** Lets a run go on in children; when all of them have ended, its handler joins them. */
export function fanOut(children: Iterable<ChildRun> | AsyncIterable<ChildRun>): FanOut {
  return new FanOut(children);
}

/** The children of one kind when all of them have ended. */
export interface KindSummary extends Readonly<Record<RunEnd, number>> {
  /** Those that succeeded with the outcome `partial`; they count as succeeded, too. */
  readonly partial: number;
  /** The counts of those that succeeded, summed. */
  readonly result: RunCounts;
}

/** A child that failed. */
export interface ChildFailure {
  readonly run_id: string;
  readonly kind: string;
  readonly key: string;
  readonly subject: string;
  readonly error: RunFailure | null;
}

/** What became of the children of a run. */
export interface ChildrenSummary {
  /** How many there are; more than those that can be read would be an error of the ledger. */
  readonly count: number;
  readonly kinds: Readonly<Record<string, KindSummary>>;
  /** The first that failed, at most ten. */
  readonly failures: readonly ChildFailure[];
}

/** How a run ends after its children. */
export interface Joined {
  readonly result: RunCounts;
  readonly outcome: JoinOutcome;
}
