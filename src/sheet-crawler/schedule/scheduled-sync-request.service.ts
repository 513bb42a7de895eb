import { Injectable } from '@nestjs/common';
import { RunService } from '@tributary/pipeline';
import { SCHEDULED_SYNC } from './scheduled-sync.kind';

/** Nobody signs in with it: cycles are nobody's own. */
const OWNER = 'tributary:scheduler';
const ALL = 'all';

/** Asks for cycles over all connections. */
@Injectable()
export class ScheduledSyncRequestService {
  constructor(private readonly runs: RunService) {}

  /** Has all enabled connections looked at; one that is waiting or under way is enough. */
  async request(): Promise<void> {
    await this.runs.trigger(SCHEDULED_SYNC, { subject: ALL, owner: OWNER, payload: {} });
  }
}
