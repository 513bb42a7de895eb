import { defineErrors } from '@tributary/contracts';

/** The errors of runs of any kind. */
export const PIPELINE_ERRORS = defineErrors({
  UNKNOWN_KIND: {
    category: 'content',
    retryable: false,
    status: 404,
    sentence: 'There is no such kind of run.',
  },
  RUN_ACTIVE: {
    category: 'content',
    retryable: false,
    status: 409,
    sentence: 'Another run works on the same subject. Try again when it has ended.',
  },
  RUN_ENDED: {
    category: 'content',
    retryable: false,
    status: 409,
    sentence: 'The run has ended already.',
  },
  RUN_NOT_CANCELLABLE: {
    category: 'content',
    retryable: false,
    status: 409,
    sentence: 'Runs of this kind cannot be cancelled, because their result was promised already.',
  },
  RUN_CANCELLED: {
    category: 'generic',
    retryable: false,
    status: 409,
    sentence: 'The run was cancelled.',
  },
  DEAD_LETTER_CLOSED: {
    category: 'content',
    retryable: false,
    status: 409,
    sentence: 'The dead letter was discarded, so it cannot be replayed.',
  },
  CLAIM_LOST: {
    category: 'generic',
    retryable: true,
    status: 500,
    sentence: 'Another worker has taken the run over, so this one may not write any more.',
  },
  WORKER_LOST: {
    category: 'generic',
    retryable: false,
    status: 500,
    sentence:
      'The run lost its worker again and again, so it may be what ends them. Look at the logs of the workers, then replay it.',
  },
});

declare module '@tributary/contracts' {
  interface ErrorTables {
    pipeline: typeof PIPELINE_ERRORS;
  }
}
