import { Injectable } from '@nestjs/common';
import { DomainError, offsetOf, type Page, pageOf } from '@tributary/common';
import {
  type DeadLetter,
  type DeadLetterGroup,
  DeadLetterService,
  PayloadSecrets,
  type Replayed,
  ReplayService,
  RunKindRegistry,
} from '@tributary/pipeline';
import { type GroupDiscardDto, type GroupReplayDto } from './dto/dead-letter-group.dto';
import { type DeadLetterQueryDto } from './dto/dead-letter-query.dto';
import { requireKnownKind } from './known-kind';

/** Dead letters, for operators. */
@Injectable()
export class DeadLetterOperationsService {
  constructor(
    private readonly letters: DeadLetterService,
    private readonly replays: ReplayService,
    private readonly kinds: RunKindRegistry,
    private readonly secrets: PayloadSecrets,
  ) {}

  async list(query: DeadLetterQueryDto): Promise<Page<DeadLetter>> {
    const { state, kind, group, owner } = query;
    requireKnownKind(this.kinds, kind);
    const filter = { state, kind, group, owner };
    const [letters, total] = await this.letters.list(filter, offsetOf(query), query.page_size);
    return pageOf(letters, total, query);
  }

  /** With the secrets of its payload hidden. */
  async get(id: string): Promise<DeadLetter> {
    return this.withoutSecrets(await this.letters.get(id));
  }

  replay(id: string): Promise<Replayed> {
    return this.replays.replay(id);
  }

  /** A second call changes nothing; rejected when the dead letter was replayed already. */
  async discard(id: string): Promise<DeadLetter> {
    const letter = await this.letters.discard(id);
    if (letter.state !== 'discarded') {
      throw new DomainError('DEAD_LETTER_CLOSED', {
        detail: 'The dead letter was replayed, so it cannot be discarded.',
      });
    }
    return this.withoutSecrets(letter);
  }

  async groups(kind: string | undefined): Promise<DeadLetterGroup[]> {
    requireKnownKind(this.kinds, kind);
    return this.letters.groups(kind);
  }

  async replayGroup(group: string, dryRun: boolean): Promise<GroupReplayDto> {
    const count = await this.replays.countGroup(group);
    const outcome = dryRun
      ? { replayed: 0, skipped: 0, remaining: count }
      : await this.replays.replayGroup(group);
    return { dry_run: dryRun, count, ...outcome };
  }

  async discardGroup(group: string, dryRun: boolean): Promise<GroupDiscardDto> {
    const count = await this.replays.countGroup(group);
    const discarded = dryRun ? 0 : await this.letters.discardGroup(group);
    return { dry_run: dryRun, count, discarded };
  }

  private withoutSecrets(letter: DeadLetter): DeadLetter {
    return { ...letter, payload: this.secrets.hide(letter.kind, letter.payload) };
  }
}
