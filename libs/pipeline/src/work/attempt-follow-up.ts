import { Injectable } from '@nestjs/common';
import { ParentKeeper } from '../children/parent-keeper';
import { type Run } from '../ledger/run';
import { Outbox } from '../outbox/outbox';
import { ParkingService } from '../parking/parking.service';

/** Does what a recorded attempt calls for: delivers the end of a run, or dispatches it again. */
@Injectable()
export class AttemptFollowUp {
  constructor(
    private readonly outbox: Outbox,
    private readonly parents: ParentKeeper,
    private readonly parking: ParkingService,
  ) {}

  /** `run` is as the attempt left it. */
  async handle(run: Run): Promise<void> {
    if (run.status === 'waiting') await this.parents.keep(run);
    else if (run.status === 'parked') await this.parking.check(run);
    else await this.outbox.handOn(run);
  }
}
