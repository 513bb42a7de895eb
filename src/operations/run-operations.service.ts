import { Injectable } from '@nestjs/common';
import { offsetOf, type Page, pageOf } from '@tributary/common';
import { PayloadSecrets, type Run, RunKindRegistry, RunService } from '@tributary/pipeline';
import { type RunQueryDto } from './dto/run-query.dto';
import { requireKnownKind } from './known-kind';

/** Runs of all owners, for operators. */
@Injectable()
export class RunOperationsService {
  constructor(
    private readonly runs: RunService,
    private readonly kinds: RunKindRegistry,
    private readonly secrets: PayloadSecrets,
  ) {}

  async list(query: RunQueryDto): Promise<Page<Run>> {
    const { kind, status, subject, owner, root_id: root } = query;
    requireKnownKind(this.kinds, kind);
    const filter = { kind, status, subject, owner, root };
    const [runs, total] = await this.runs.list(filter, offsetOf(query), query.page_size);
    return pageOf(runs, total, query);
  }

  /** With the secrets of its payload hidden. */
  async get(id: string): Promise<Run> {
    return this.withoutSecrets(await this.runs.get(id));
  }

  async cancel(id: string): Promise<Run> {
    return this.withoutSecrets(await this.runs.cancel(id));
  }

  private withoutSecrets(run: Run): Run {
    return { ...run, payload: this.secrets.hide(run.kind, run.payload) };
  }
}
