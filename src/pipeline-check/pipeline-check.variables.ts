import { defineVariables, quotaLimits } from '@tributary/config';

export const PIPELINE_CHECK_VARIABLES = defineVariables({
  RATE_LIMIT_PIPELINE_CHECK: quotaLimits({
    doc: 'Quota of the runs that check the pipeline itself (pipeline:check).',
    // A bucket needs no waiting period after a restart of Redis, as a window does.
    default: 'bucket 20@10/s',
  }),
});

declare module '@tributary/config' {
  interface VariableTables {
    pipeline_check: typeof PIPELINE_CHECK_VARIABLES;
  }
}
