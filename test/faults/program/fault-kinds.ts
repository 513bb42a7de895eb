import { type ErrorCode } from '@tributary/contracts';
import { defineRunKind } from '@tributary/pipeline';

/** What a run that may go wrong is told to do. */
export interface StepsPayload {
  /** Each is one effect that has to happen exactly once. */
  steps: number;
  /** After every step. */
  pause_ms?: number;
  /** It waits before its last step until this gate is open. */
  gate?: string;
  /** How many starts of work on its subject fail before the first step, and how. */
  failures?: number;
  code?: ErrorCode;
  retry_after_seconds?: number;
  /** The step before which it kills its own process, every time. */
  dies_at?: number;
  /** What it does not notice: that it should stop, or not even that its claim is too old. */
  ignores?: 'signal' | 'signal and clock';
}

/** As the product's own kinds, with shorter pauses. */
const QUICK = {
  retry: { firstMs: 50, factor: 2 },
  // With leases as short as in tests, a busy machine takes workers away as well.
  losses: 20,
};

/** Kinds of runs for tests. They differ in what one test may pause or lose. */
export const FAULTS_STEPS = defineRunKind<StepsPayload>('faults.steps', {
  ...QUICK,
  queue: 'faults_steps',
});
export const FAULTS_POISON = defineRunKind<StepsPayload>('faults.poison', {
  ...QUICK,
  queue: 'faults_poison',
  losses: 2,
});
export const FAULTS_PAUSED = defineRunKind<StepsPayload>('faults.paused', {
  ...QUICK,
  queue: 'faults_paused',
});

/** A run that fans out: into leaves, and into runs like itself. */
export interface BranchPayload {
  leaves: LeafPayload[];
  branches?: BranchPayload[];
}

/** A leaf of a tree; `parks` has it wait for something that does not happen. */
export interface LeafPayload extends StepsPayload {
  parks?: boolean;
}

/** Each of these waits at a write of its own in some tests, all at the same time. */
const ALL_AT_ONCE = { ...QUICK, concurrency: 300 };

export const FAULTS_BRANCH = defineRunKind<BranchPayload>('faults.branch', {
  ...ALL_AT_ONCE,
  queue: 'faults_branch',
  fansOut: true,
});
export const FAULTS_LEAF = defineRunKind<LeafPayload>('faults.leaf', {
  ...ALL_AT_ONCE,
  queue: 'faults_leaf',
  silent: true,
});
/** Cancels a run from inside a worker, and is not tried again when that is killed. */
export const FAULTS_CANCEL = defineRunKind<{ run_id: string }>('faults.cancel', {
  ...ALL_AT_ONCE,
  queue: 'faults_cancel',
  losses: 0,
});

export const FAULT_KINDS = [
  FAULTS_STEPS,
  FAULTS_POISON,
  FAULTS_PAUSED,
  FAULTS_BRANCH,
  FAULTS_LEAF,
  FAULTS_CANCEL,
];
