import { Injectable } from '@nestjs/common';
import { RUN_STATUSES } from '@tributary/contracts';
import { type KindState, RunKindControl, type StatusCount, RunService } from '@tributary/pipeline';
import { type CountedKind, type RunCountsDto } from './dto/kind.dto';

/** Kinds of runs with the number of their runs, and the control to pause and resume them. */
@Injectable()
export class KindOperationsService {
  constructor(
    private readonly kindControl: RunKindControl,
    private readonly runs: RunService,
  ) {}

  async list(): Promise<CountedKind[]> {
    const [kinds, counts] = await Promise.all([this.kindControl.list(), this.runs.countByStatus()]);
    return kinds.map((kind) => counted(kind, counts));
  }

  /** After this resolves, no run of the kind starts any more; running ones continue. */
  async pause(kind: string): Promise<CountedKind> {
    return counted(await this.kindControl.pause(kind), await this.runs.countByStatus());
  }

  async resume(kind: string): Promise<CountedKind> {
    return counted(await this.kindControl.resume(kind), await this.runs.countByStatus());
  }
}

function counted(state: KindState, counts: readonly StatusCount[]): CountedKind {
  const own = counts.filter(({ kind }) => kind === state.kind);
  const count = (status: string): number => own.find((row) => row.status === status)?.count ?? 0;
  const runs = Object.fromEntries(RUN_STATUSES.map((status) => [status, count(status)]));
  return { ...state, runs: runs as Record<keyof RunCountsDto, number> };
}
