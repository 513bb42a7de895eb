import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import {
  type RowWatch,
  type SheetConnection,
  SheetRowWatcher,
  type TypedConnection,
  type WatchedPass,
} from '../sheet-crawler/row-watcher.service';
import { SheetRowQueryService } from '../sheet-crawler/sheet-row-query.service';
import { AnswerCache } from './cache/answer-cache';
import { FACTS_EDITION } from './facts/row-facts';
import { RollupRepository } from './rollup.repository';
import { RollupBuilderService } from './rollups/rollup-builder.service';
import { SheetRowWatch } from './rollups/sheet-row-watch';
import { SheetBookRepository } from './sheet-book.repository';
import { type SheetTypeStrategy } from './strategies/sheet-type.strategy';
import { SheetTypes } from './strategies/sheet-types';

/** Keeps analytics in step with the rows of sheets. */
@Injectable()
export class AnalyticsRowWatcherService extends SheetRowWatcher {
  constructor(
    private readonly types: SheetTypes,
    private readonly rows: SheetRowQueryService,
    private readonly books: SheetBookRepository,
    private readonly rollups: RollupRepository,
    private readonly builder: RollupBuilderService,
    private readonly cache: AnswerCache,
  ) {
    super();
  }

  get sheetTypes(): readonly string[] {
    return this.types.names;
  }

  typeOf({ sheet_name, sheet_type }: TypedConnection): string {
    return sheet_type ?? this.types.detect(sheet_name);
  }

  async fits(connection: SheetConnection): Promise<boolean> {
    const { id: connection_id, generation } = connection;
    const book = await this.books.find(connection_id);
    // Rows that nobody wrote a book of are older than analytics.
    if (!book) return !(await this.rows.exists({ connection_id, generation }));
    if (book.generation !== generation) return true;
    return (
      book.facts_edition === FACTS_EDITION && book.sheet_type === this.strategyOf(connection).kind
    );
  }

  async watch(pass: WatchedPass): Promise<RowWatch | undefined> {
    const { connection, fence, timeZone } = pass;
    const type = this.strategyOf(connection);
    const book = await this.books.take(fence, {
      connection_id: connection.id,
      user_id: connection.user_id,
      generation: connection.generation,
      sheet_type: type.kind,
      facts_edition: FACTS_EDITION,
      time_zone: timeZone,
    });
    // What a cell says was read by the clock of the spreadsheet, which is another one now.
    const isElsewhere = book.generation === connection.generation && book.time_zone !== timeZone;
    if (isElsewhere) return undefined;
    const { rows, books, rollups, builder, cache } = this;
    return new SheetRowWatch(pass, type, book, { rows, books, rollups, builder, cache });
  }

  async ended(connectionId: string, runId: string): Promise<void> {
    await this.dropAt(connectionId, await this.books.abandon(connectionId, runId));
    const book = await this.books.find(connectionId);
    // Whoever hears of the end must not be answered from before it: who cannot say so, says it later.
    if (book && !(await this.cache.confirm(connectionId, book.version))) {
      throw new DomainError('DEPENDENCY_UNAVAILABLE');
    }
  }

  async changed(connectionId: string): Promise<void> {
    await this.dropAt(connectionId, await this.books.touch(connectionId));
  }

  async hide(connectionId: string): Promise<void> {
    await this.books.delete(connectionId);
    await this.cache.drop(connectionId, Number.MAX_SAFE_INTEGER);
  }

  async forget(connectionId: string): Promise<void> {
    await this.hide(connectionId);
    await this.rollups.deleteAll(connectionId);
  }

  private async dropAt(connectionId: string, version: number | undefined): Promise<void> {
    if (version !== undefined) await this.cache.drop(connectionId, version);
  }

  private strategyOf(connection: TypedConnection): SheetTypeStrategy {
    return this.types.of(this.typeOf(connection));
  }
}
