import { Injectable, Logger } from '@nestjs/common';
import { InFlightTracker } from '@tributary/common';
import { Readable } from 'node:stream';
import { type ReviewJob } from '../jobs/review-job';
import { ReviewJobLogRepository } from '../jobs/review-job-log.repository';
import { ReviewJobStepRepository } from '../jobs/review-job-step.repository';
import { ReviewJobRepository } from '../jobs/review-job.repository';
import { ReviewJobService } from '../jobs/review-job.service';
import { toJobView } from '../jobs/to-job-view';
import { followJob } from './job-follower';
import { JobNews } from './job-news';
import { JobProgressReader } from './job-progress-reader';
import { BEGINNING, parsePosition, type StreamPosition } from './stream-position';
import { StreamSlots } from './stream-slots';
import { withHeartbeats } from './with-heartbeats';

/** Proxies and load balancers wait for at least 15 seconds, mostly for a minute. */
const HEARTBEAT_MS = 10_000;
/** Only for news that were not heard. */
const POLL_MS = 5_000;
/** How long a reader has to take what was sent before the shutdown. */
const LAST_WORDS_MS = 1_000;
/** setTimeout takes anything longer for zero. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** What a reader asks for. */
export interface StreamRequest {
  readonly userId: string;
  readonly jobId: string;
  readonly lastEventId: string | undefined;
  /** When the reader's access token expires. */
  readonly until: Date;
}

/** Streams what jobs find to those who own them. */
@Injectable()
export class ReviewStreamService {
  private readonly logger = new Logger(ReviewStreamService.name);

  constructor(
    private readonly work: InFlightTracker,
    private readonly jobs: ReviewJobRepository,
    private readonly service: ReviewJobService,
    private readonly log: ReviewJobLogRepository,
    private readonly steps: ReviewJobStepRepository,
    private readonly news: JobNews,
    private readonly slots: StreamSlots,
  ) {}

  /** The events behind the last one that the reader has; undefined when it has all there will be. */
  async open({ userId, jobId, lastEventId, until }: StreamRequest): Promise<Readable | undefined> {
    const job = await this.service.getOwned(userId, jobId);
    const position = await this.positionOf(jobId, lastEventId);
    if (position?.isEnd && (await this.isOver(job, position))) return undefined;
    const release = this.slots.take(userId);
    const abort = new AbortController();
    const news = this.news.listen(jobId);
    const events = followJob({
      jobId,
      position,
      log: this.log,
      progress: new JobProgressReader(this.steps, jobId),
      news,
      signal: abort.signal,
      pollMs: POLL_MS,
      findJob: async () => {
        const found = await this.jobs.find(userId, jobId);
        return found && toJobView(found);
      },
    });
    const stream = Readable.from(withHeartbeats(events, HEARTBEAT_MS, abort.signal), {
      objectMode: false,
    });
    const stopEnding = this.endWith(stream, abort, until);
    // Also for a stream that was never read.
    stream.once('close', () => {
      stopEnding();
      abort.abort();
      news.close();
      release();
    });
    stream.on('error', (error) => this.logger.debug({ err: error, msg: 'A stream broke off' }));
    return stream;
  }

  private async positionOf(
    jobId: string,
    lastEventId: string | undefined,
  ): Promise<StreamPosition | undefined> {
    if (!lastEventId) return BEGINNING;
    const position = parsePosition(jobId, lastEventId);
    if (!position) return undefined;
    const { seq, index } = position;
    if (index === undefined) return seq <= (await this.log.lastSeq(jobId)) ? position : undefined;
    const entry = await this.log.findEntry(jobId, seq);
    const isThere = entry?.type === 'reviews' && index < entry.data.reviews.length;
    return isThere ? position : undefined;
  }

  private async isOver({ id, end }: ReviewJob, { seq }: StreamPosition): Promise<boolean> {
    return end !== null && seq >= (await this.log.lastSeq(id));
  }

  /** Ends a stream when the process shuts down or the token expires; gives what forgets about it. */
  private endWith(stream: Readable, abort: AbortController, until: Date): () => void {
    const { closing } = this.work;
    const end = (): void => {
      abort.abort();
      // Who does not read would have the shutdown wait.
      setTimeout(() => stream.destroy(new Error('the stream ended')), LAST_WORDS_MS).unref();
    };
    const left = Math.max(0, until.getTime() - Date.now());
    const timer = setTimeout(end, Math.min(left, LONGEST_TIMER_MS)).unref();
    closing.addEventListener('abort', end);
    if (closing.aborted) end();
    return () => {
      clearTimeout(timer);
      closing.removeEventListener('abort', end);
    };
  }
}
