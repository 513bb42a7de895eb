import { type Quota } from '@tributary/rate-limit';
import './pipeline-check.variables';

/** The steps of all checks together. */
export const PIPELINE_CHECK_QUOTA: Quota = {
  name: 'pipeline:check',
  limits: 'RATE_LIMIT_PIPELINE_CHECK',
};
