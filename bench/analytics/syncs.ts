import { type BenchmarkContext } from '../harness/benchmark';
import { SyncCompletionFeed } from '../sync/sync-completion-feed';
import { Owner } from '../sync/owner';
import { type Service, type Stage } from '../sync/stage';
import { MAPPING, SHEET } from './sheet';

/** Syncs of the sheet of orders for an owner, from the trigger to the event that tells of the end. */
export class Syncs {
  private last = '';

  private constructor(
    private readonly owner: Owner,
    private readonly completions: SyncCompletionFeed,
  ) {}

  static async of(
    context: BenchmarkContext,
    stage: Stage,
    service: Service,
    ownerId: string,
  ): Promise<Syncs> {
    const completions = new SyncCompletionFeed(context.signal);
    return new Syncs(
      await Owner.signIn(context, stage, service, ownerId, completions),
      completions,
    );
  }

  /** How many milliseconds it takes to sync it for the first time. */
  async first(): Promise<{ ms: number }> {
    this.last = await this.owner.connect(SHEET.id, SHEET.tab, false, MAPPING);
    return this.again(SHEET.rows);
  }

  /** How many milliseconds it takes to sync what is new: so many rows. */
  async again(rows: number): Promise<{ ms: number }> {
    this.completions.forget();
    const begin = performance.now();
    await this.owner.sync(this.last);
    const { at } = await this.completions.completed(1, rows);
    return { ms: at - begin };
  }
}
