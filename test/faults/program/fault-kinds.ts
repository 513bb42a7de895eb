import { DEFAULT_RUN_KIND, type ErrorCode, type RunKindTable } from '@tributary/contracts';

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

/** Kinds of runs for tests, with the payload of each. They differ in what one test may pause or lose. */
export interface FaultPayloads {
  'faults.steps': StepsPayload;
  'faults.poison': StepsPayload;
  'faults.paused': StepsPayload;
}

const QUICK = {
  ...DEFAULT_RUN_KIND,
  retry: { ...DEFAULT_RUN_KIND.retry, firstMs: 50, factor: 2 },
  // With leases as short as in tests, a busy machine takes workers away as well.
  losses: 20,
};

/** As the product's own kinds, with shorter pauses. */
export const FAULT_KINDS: RunKindTable = {
  'faults.steps': { ...QUICK, queue: 'faults_steps' },
  'faults.poison': { ...QUICK, queue: 'faults_poison', losses: 2 },
  'faults.paused': { ...QUICK, queue: 'faults_paused' },
};
