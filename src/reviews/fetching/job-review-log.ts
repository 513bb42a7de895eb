import { type JobLogEntry } from '../jobs/job-log';
import { type ObservedReview } from '../store/stored-review';

/** What is needed of the log of a job. */
export interface ChunkLog {
  append(entries: readonly JobLogEntry[]): Promise<readonly boolean[]>;
  findChunkIds(location: string, chunk: number): Promise<readonly string[] | undefined>;
}

/** Is given the reviews of a chunk before it is in the log; the same ones again after a kill. */
export type OnChunk = (reviews: readonly ObservedReview[]) => Promise<void>;

/**
 * Writes the reviews of a location into the log of a job, each one once. Chunks are numbered, and
 * whoever writes one has read all before it: if another worker wrote the number first, one that was
 * believed dead, its chunk is read and counts.
 */
export class JobReviewLog {
  private readonly logged = new Set<string>();
  private nextChunk = 0;

  private constructor(
    private readonly log: ChunkLog,
    private readonly location: string,
    private readonly onChunk: OnChunk,
  ) {}

  /** Goes on where an earlier attempt ended. */
  static async open(log: ChunkLog, location: string, onChunk: OnChunk): Promise<JobReviewLog> {
    const opened = new JobReviewLog(log, location, onChunk);
    while (await opened.readNext());
    return opened;
  }

  /** Adds those that are not in the log; at most a page of them. */
  async add(reviews: readonly ObservedReview[]): Promise<void> {
    for (;;) {
      const fresh = reviews.filter(({ review_id }) => !this.logged.has(review_id));
      if (fresh.length === 0) return;
      await this.onChunk(fresh);
      const data = { location: this.location, chunk: this.nextChunk, reviews: fresh };
      const [isAdded] = await this.log.append([{ type: 'reviews', data }]);
      if (isAdded) {
        this.take(fresh.map(({ review_id }) => review_id));
        return;
      }
      await this.readNext();
    }
  }

  private async readNext(): Promise<boolean> {
    const ids = await this.log.findChunkIds(this.location, this.nextChunk);
    if (ids) this.take(ids);
    return ids !== undefined;
  }

  private take(ids: readonly string[]): void {
    for (const id of ids) this.logged.add(id);
    this.nextChunk += 1;
  }
}
