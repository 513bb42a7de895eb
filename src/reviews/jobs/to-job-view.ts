import { type ReviewJob, type ReviewJobStatus, type ReviewJobView } from './review-job';

/** A job with its status, which follows from what has happened to it. */
export function toJobView(job: ReviewJob): ReviewJobView {
  return { job, status: statusOf(job) };
}

function statusOf({ waiting_since, end, started_at }: ReviewJob): ReviewJobStatus {
  // Also when it has ended: a replay of a part of it waits.
  if (waiting_since !== null) return 'waiting_for_token';
  if (end !== null) return end;
  return started_at === null ? 'queued' : 'running';
}
