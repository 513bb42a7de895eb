import {
  type RunCounts,
  type RunFailure,
  type RunProgress,
  type RunReference,
} from '@tributary/contracts';

/** What every live event about a job that fetches reviews contains. */
export interface ReviewFetchReference extends RunReference {
  /** The job, which is the run's subject. */
  job_id: string;
}

declare module '@tributary/contracts' {
  interface LiveEventPayloads {
    /** A worker began a job. */
    'reviews:fetch:started': ReviewFetchReference & { attempt: number };
    /** Locations that are done, of those that were found so far; at most once a second. */
    'reviews:fetch:progress': ReviewFetchReference & RunProgress;
    /** A job ends with exactly one of these two. */
    'reviews:fetch:completed': ReviewFetchReference & { result: RunCounts; finished_at: string };
    'reviews:fetch:failed': ReviewFetchReference & { error: RunFailure; finished_at: string };
  }
}

/** What the events about a job are called. */
export const REVIEW_FETCH_EVENTS = {
  started: 'reviews:fetch:started',
  progress: 'reviews:fetch:progress',
  succeeded: 'reviews:fetch:completed',
  failed: 'reviews:fetch:failed',
  cancelled: 'reviews:fetch:failed',
} as const;
