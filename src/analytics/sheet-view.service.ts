import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { SheetConnectionService } from '../sheet-crawler/sheet-connection.service';
import { SheetRowWatcher } from '../sheet-crawler/row-watcher.service';
import { SheetRowQueryService } from '../sheet-crawler/sheet-row-query.service';
import { SheetSyncRequestService } from '../sheet-crawler/sheet-sync-request.service';
import { AnswerCache } from './cache/answer-cache';
import { FACTS_EDITION } from './facts/row-facts';
import { type SheetBook } from './model/sheet-book';
import { SheetBookRepository } from './sheet-book.repository';
import { type SheetTypeStrategy } from './strategies/sheet-type.strategy';
import { SheetTypes } from './strategies/sheet-types';

/** A connection as its owner sees it at a moment. */
export interface SheetView {
  readonly book: SheetBook;
  readonly type: SheetTypeStrategy;
}

const RETRY_AFTER_SECONDS = 5;
const NEVER_SYNCED = 0;

/** Opens connections for those who ask about their rows. */
@Injectable()
export class SheetViewService {
  constructor(
    private readonly books: SheetBookRepository,
    private readonly cache: AnswerCache,
    private readonly types: SheetTypes,
    private readonly rows: SheetRowQueryService,
    private readonly connections: SheetConnectionService,
    private readonly requests: SheetSyncRequestService,
    private readonly watcher: SheetRowWatcher,
  ) {}

  /**
   * A user's connection; NOT_FOUND when there is none, or it is another's. It may be as it was a moment
   * ago, if nobody has heard yet that it changed; `now` it is as it is.
   */
  async open(userId: string, connectionId: string, now = false): Promise<SheetView> {
    const kept = now ? undefined : await this.cache.findBook(connectionId);
    const book = kept ?? (await this.readBook(userId, connectionId));
    if (book?.user_id === userId && book.facts_edition === FACTS_EDITION) {
      return { book, type: this.types.of(book.sheet_type) };
    }
    return this.openWithoutBook(userId, connectionId);
  }

  /** Whether a view still shows what there is. */
  async isCurrent({ book }: SheetView): Promise<boolean> {
    const now = await this.books.find(book.connection_id);
    return (now?.version ?? NEVER_SYNCED) === book.version;
  }

  private async readBook(userId: string, connectionId: string): Promise<SheetBook | undefined> {
    const [book] = await Promise.all([
      this.books.find(connectionId),
      // A sync that has not noticed yet that its connection was deleted may write a book.
      this.connections.own(userId, connectionId),
    ]);
    // While rows come in for the first time, it changes in other ways than by its version.
    if (book?.is_rolled_up) await this.cache.keepBook(book);
    return book;
  }

  /** One that was never synced has no rows, unless these are older than books are. */
  private async openWithoutBook(userId: string, connectionId: string): Promise<SheetView> {
    const connection = await this.connections.own(userId, connectionId);
    const { generation } = connection;
    if (await this.rows.exists({ connection_id: connectionId, generation })) {
      await this.requests.request(connection);
      throw new DomainError('ANALYTICS_NOT_READY', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    const type = this.types.of(this.watcher.typeOf(connection));
    const book: SheetBook = {
      connection_id: connectionId,
      user_id: userId,
      generation,
      sheet_type: type.kind,
      facts_edition: FACTS_EDITION,
      time_zone: 'UTC',
      version: NEVER_SYNCED,
      edition: 0,
      base_edition: 1,
      is_rolled_up: true,
      writing_run: null,
      as_of: null,
    };
    return { book, type };
  }
}
