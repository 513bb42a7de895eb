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

export const FAULT_KINDS = [FAULTS_STEPS, FAULTS_POISON, FAULTS_PAUSED];
