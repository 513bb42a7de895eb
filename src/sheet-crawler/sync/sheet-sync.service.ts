import { Injectable, Logger } from '@nestjs/common';
import { DomainError, InFlightTracker } from '@tributary/common';
import { type Run, RunService, type Triggered } from '@tributary/pipeline';
import { setTimeout as delay } from 'node:timers/promises';
import { type SheetConnection } from '../connections/sheet-connection';
import { SHEET_SYNC } from './sheet-sync.kind';
import { type SyncReport } from './sync-report';
import { type SyncState } from './sync-state';
import { SheetSyncReportRepository } from './sheet-sync-report.repository';
import { SheetSyncStateRepository } from './sheet-sync-state.repository';

/** A run of a connection and what it did, as far as that is known. */
export interface RunWithReport {
  readonly run: Run;
  readonly report: SyncReport | undefined;
}

/** How long, and how often, a run that may have missed a change is looked after. */
const FOLLOWING_MS = 60_000;
const LOOK_MS = 500;

/** Asks for syncs of connections, and tells how they went. */
@Injectable()
export class SheetSyncService {
  private readonly logger = new Logger(SheetSyncService.name);

  constructor(
    private readonly runs: RunService,
    private readonly work: InFlightTracker,
    private readonly states: SheetSyncStateRepository,
    private readonly reports: SheetSyncReportRepository,
  ) {}

  /** Has a connection synced, before those that nobody waits for. */
  request(
    { id, user_id }: Pick<SheetConnection, 'id' | 'user_id'>,
    acceptDeletions = false,
  ): Promise<Triggered> {
    return this.runs.trigger(SHEET_SYNC, {
      subject: id,
      owner: user_id,
      payload: { accept_deletions: acceptDeletions },
      priority: 'high',
    });
  }

  /**
   * The same after a change. A sync that is under way looks for changes at its end; one that comes
   * between that look and the end of the run is asked for again.
   */
  async requestAfterChange(connection: SheetConnection): Promise<void> {
    const { created } = await this.request(connection);
    if (created) return;
    this.follow(connection).catch((error: unknown) =>
      this.logger.warn({ err: error, msg: 'The next cycle syncs what was changed' }),
    );
  }

  /** The state of a connection and its run that is waiting or under way. */
  async status(id: string): Promise<{ state: SyncState; active: Run | undefined }> {
    const [state, active] = await Promise.all([
      this.states.find(id),
      this.runs.findActive(SHEET_SYNC, id),
    ]);
    if (!state) throw new DomainError('NOT_FOUND', { detail: 'Connection not found' });
    return { state, active };
  }

  /** Runs of a connection, newest first, and how many there are in all. */
  async list(id: string, offset: number, limit: number): Promise<[RunWithReport[], number]> {
    const [runs, total] = await this.runs.list(
      { kind: SHEET_SYNC.name, subject: id },
      offset,
      limit,
    );
    return [await this.withReports(id, runs), total];
  }

  /** One run of a connection. */
  async get(id: string, runId: string): Promise<RunWithReport> {
    const run = await this.runs.find(runId);
    const [found] =
      run?.kind === SHEET_SYNC.name && run.subject === id ? await this.withReports(id, [run]) : [];
    if (!found) throw new DomainError('NOT_FOUND', { detail: 'Run not found' });
    return found;
  }

  /** What the newest run did stands in the state until the run has ended. */
  private async withReports(id: string, runs: readonly Run[]): Promise<RunWithReport[]> {
    const [kept, state] = await Promise.all([
      this.reports.findMany(runs.map((run) => run.id)),
      this.states.find(id),
    ]);
    const current = state?.report ?? undefined;
    return runs.map((run) => ({
      run,
      report: kept.get(run.id) ?? (current?.run_id === run.id ? current : undefined),
    }));
  }

  private async follow(connection: SheetConnection): Promise<void> {
    const deadline = Date.now() + FOLLOWING_MS;
    while (Date.now() < deadline && !this.work.isDraining) {
      await delay(LOOK_MS, undefined, { ref: false });
      const { state, active } = await this.status(connection.id);
      if (state.building >= connection.generation) return;
      if (!active) return void (await this.request(connection));
    }
  }
}
