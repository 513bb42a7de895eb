import { type ReadLogEntry } from '../jobs/job-log';
import { type ReviewJobLogRepository } from '../jobs/review-job-log.repository';
import { type ReviewJobStatus, type ReviewJobView } from '../jobs/review-job';
import { type JobProgressReader } from './job-progress-reader';
import { type NewsListener } from './news-listener';
import { eventsOf, STREAM_OPENING, streamEvent } from './stream-event';
import { BEGINNING, formatPosition, type StreamPosition } from './stream-position';

/** At most a few megabytes, of reviews as long as Google allows. */
const ENTRIES_AT_ONCE = 8;

/** What follows a job, and where from. */
export interface FollowedJob {
  readonly jobId: string;
  /** Undefined when the reader named an unknown one: it is told, and begins anew. */
  readonly position: StreamPosition | undefined;
  readonly log: Pick<ReviewJobLogRepository, 'read'>;
  readonly progress: JobProgressReader;
  readonly news: NewsListener;
  readonly signal: AbortSignal;
  /** How long to wait for news before looking without. */
  readonly pollMs: number;
  /** Undefined once the job is gone. */
  findJob(): Promise<ReviewJobView | undefined>;
}

/** The events of a job behind a position, until it has ended. */
export async function* followJob(followed: FollowedJob): AsyncGenerator<string, void, undefined> {
  const { jobId, news, signal, progress } = followed;
  yield STREAM_OPENING;
  if (!followed.position) {
    yield streamEvent('resync', { job_id: jobId }, formatPosition(jobId, BEGINNING));
  }
  let position = followed.position ?? BEGINNING;
  let told: ReviewJobStatus | undefined;
  while (!signal.aborted) {
    // Before the log is read: what had ended then had written all of it.
    const view = await followed.findJob();
    if (!view) return;
    const { job, status } = view;
    const hasEnded = job.finished_at !== null && status === job.end;
    if (status !== told && !hasEnded) {
      progress.expire();
      yield streamEvent('progress', await progress.progress(status));
    }
    told = status;
    for await (const [reached, text] of readNew(followed, position, status)) {
      position = reached;
      if (text !== '') yield text;
    }
    if (hasEnded) {
      progress.expire();
      const { outcome, error } = job;
      const data = { job_id: jobId, outcome, error, ...(await progress.progress(status)) };
      yield streamEvent('end', data, formatPosition(jobId, { seq: position.seq, isEnd: true }));
      return;
    }
    await news.wait(followed.pollMs, signal);
  }
}

/** Reads page by page: between two of them nothing is open in the store. */
async function* readNew(
  { jobId, log, progress, signal }: FollowedJob,
  from: StreamPosition,
  status: ReviewJobStatus,
): AsyncGenerator<[StreamPosition, string], void, undefined> {
  let position = from;
  for (;;) {
    const afterSeq = position.index === undefined ? position.seq : position.seq - 1;
    let count = 0;
    for await (const entry of log.read(jobId, afterSeq, ENTRIES_AT_ONCE)) {
      if (signal.aborted) return;
      const text = await textOf(jobId, entry, position, status, progress);
      position = { seq: entry.seq };
      count += 1;
      yield [position, text];
    }
    if (count < ENTRIES_AT_ONCE) return;
  }
}

async function textOf(
  jobId: string,
  entry: ReadLogEntry,
  after: StreamPosition,
  status: ReviewJobStatus,
  progress: JobProgressReader,
): Promise<string> {
  switch (entry.type) {
    case 'location_done': {
      const id = formatPosition(jobId, { seq: entry.seq });
      return streamEvent('progress', await progress.progress(status, entry.data), id);
    }
    // The job says when it has ended: a replay may have opened it again.
    case 'end':
      return '';
    default:
      return eventsOf(jobId, entry, after);
  }
}
