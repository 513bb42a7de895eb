import { type LoggerService } from '@nestjs/common';
import { withDeadline } from '@tributary/common';
import { type CountedPolicy } from './counted-policy';
import { type RecoveryPoint, type TurnRequest, type TurnResponse } from './turn-request';
import { type UsageJournal } from './usage-journal';

/** A store that takes longer counts as unavailable. */
const JOURNAL_DEADLINE_MS = 5_000;

/**
 * Keeps the journal of one policy ahead of its grants, and reads the recovery point from it when
 * Redis has lost its counts. Works beside the turn requests; what it read goes into the next one.
 */
export class JournalKeeper {
  private beginning: RecoveryPoint | undefined;
  private covered: number | undefined;
  private isWorking = false;
  private isFailing = false;

  constructor(
    private readonly policy: CountedPolicy,
    private readonly journal: UsageJournal,
    private readonly logger: LoggerService,
    /** The name of the policy in the journal. */
    private readonly journalName = policy.name,
  ) {}

  /** The fields of the next turn request about the journal; returned once. */
  news(): Pick<TurnRequest, 'begin' | 'cover'> {
    const { beginning: begin, covered: cover } = this;
    this.beginning = undefined;
    this.covered = undefined;
    return { begin, cover };
  }

  /**
   * Does what a turn response asks for; resolves to whether there is news for another turn request.
   */
  async attend(response: TurnResponse): Promise<boolean> {
    if (this.isWorking) return false;
    this.isWorking = true;
    try {
      await (response.status === 'cold' ? this.readBeginning(response) : this.extend(response));
      if (this.isFailing) this.logger.log('Quota journal writable again');
      this.isFailing = false;
      return true;
    } catch (error) {
      if (!this.isFailing) {
        const msg = `The journal of the quota ${this.policy.name} cannot be used; no permits until it can`;
        this.logger.warn({ err: error, msg });
      }
      this.isFailing = true;
      return false;
    } finally {
      this.isWorking = false;
    }
  }

  private async readBeginning({ nonce, now }: TurnResponse): Promise<void> {
    const usage = await withDeadline(this.journal.read(this.journalName), JOURNAL_DEADLINE_MS);
    const { usedUntil = 0, answeredUntil = 0 } = usage ?? {};
    this.beginning = { nonce, used_until: usedUntil, answered_until: answeredUntil };
    const restMs = answeredUntil + this.policy.longestWindowMs - now;
    if (restMs > 0 && this.policy.longestWindowMs > 0) {
      this.logger.warn(
        `Redis has lost the counts of the quota ${this.policy.name}; granting nothing for ${Math.ceil(restMs / 1000)} s`,
      );
    }
  }

  private async extend({ now }: TurnResponse): Promise<void> {
    const { journalAheadMs, maxFlightMs } = this.policy.settings;
    const usedUntil = now + journalAheadMs;
    const usage = { usedUntil, answeredUntil: usedUntil + maxFlightMs };
    await withDeadline(this.journal.extend(this.journalName, usage), JOURNAL_DEADLINE_MS);
    this.covered = usedUntil;
  }
}
