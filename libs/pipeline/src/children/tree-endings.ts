import { Injectable } from '@nestjs/common';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { type Run } from '../ledger/run';
import { ChildRunRepository } from './child-run.repository';
import { FanIn } from './fan-in';

/** What the end of a run means for what is under it and for its parent; doing it twice does no harm. */
@Injectable()
export class TreeEndings {
  constructor(
    private readonly kinds: RunKindRegistry,
    private readonly children: ChildRunRepository,
    private readonly fanIn: FanIn,
  ) {}

  /** Returns the parent if it goes on now. `isForgotten`: nothing of the ended run is kept. */
  async ended(run: Run, isForgotten: boolean): Promise<Run | undefined> {
    // An attempt that failed or was lost may have left children that it planned.
    if (this.kinds.find(run.kind)?.fansOut) await this.children.deleteDormant(run.id);
    if (run.children && run.parent === null) {
      await (isForgotten ? this.children.deleteUnder(run.id) : this.children.expireWith(run));
    }
    return this.fanIn.childEnded(run);
  }
}
