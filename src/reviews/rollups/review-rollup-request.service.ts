import { Injectable, Logger } from '@nestjs/common';
import { RunService } from '@tributary/pipeline';
import { REVIEW_ROLLUP } from './review-rollup.kind';

/** Changes come in batches: a run that waits a little brings the days of many of them up to date. */
const PAUSE_MS = 2_000;
const MOST_REMEMBERED = 10_000;

/** Requests runs that bring roll-ups up to date. */
@Injectable()
export class ReviewRollupRequestService {
  private readonly logger = new Logger(ReviewRollupRequestService.name);
  /** When runs begin at the earliest that were requested by this process, by owner. */
  private readonly requested = new Map<string, number>();

  constructor(private readonly runs: RunService) {}

  /** A run of the owner will begin after this call, unless one is active: its end requests the next. */
  async request(owner: string): Promise<void> {
    const now = Date.now();
    if ((this.requested.get(owner) ?? 0) > now) return;
    const beginsAt = now + PAUSE_MS;
    const { created } = await this.runs.trigger(REVIEW_ROLLUP, {
      subject: owner,
      owner,
      payload: {},
      notBefore: new Date(beginsAt),
    });
    if (this.requested.size >= MOST_REMEMBERED) this.requested.clear();
    if (created) this.requested.set(owner, beginsAt);
    else this.requested.delete(owner);
  }

  /** The same for who does not depend on it. */
  async tryRequest(owner: string): Promise<void> {
    try {
      await this.request(owner);
    } catch (error) {
      this.logger.warn({ err: error, msg: 'Roll-ups of reviews could not be requested' });
    }
  }
}
