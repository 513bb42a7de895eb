/** Answers once the server is up. */
export const READY_PATH = '/ready';
/** Gives the times of all requests since it was asked last, as the server's own clock counts. */
export const ARRIVALS_PATH = '/arrivals';
/** Everything else is a request that the quota is about. */
export const WORK_PATH = '/work';
