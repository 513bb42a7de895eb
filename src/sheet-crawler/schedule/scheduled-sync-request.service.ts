import { Injectable } from '@nestjs/common';
import { RunService } from '@tributary/pipeline';
import { SCHEDULED_SYNC } from './scheduled-sync.kind';

/** No account has this id: cycles belong to no user. */
const OWNER = 'tributary:scheduler';
const ALL = 'all';

/** Requests cycles over all connections. */
@Injectable()
export class ScheduledSyncRequestService {
  constructor(private readonly runs: RunService) {}

  /** Requests a cycle over all enabled connections, unless one is queued or running. */
  async request(): Promise<void> {
    await this.runs.trigger(SCHEDULED_SYNC, { subject: ALL, owner: OWNER, payload: {} });
  }
}
