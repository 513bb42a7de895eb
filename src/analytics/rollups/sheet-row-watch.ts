import { type Fence } from '@tributary/pipeline';
import { type RowWatch, type WatchedPass } from '../../sheet-crawler/row-watcher.service';
import {
  type RowShelf,
  type SheetRowQueryService,
} from '../../sheet-crawler/sheet-row-query.service';
import { type AnswerCache } from '../cache/answer-cache';
import { type Bucket } from '../facts/bucket';
import { FactReader } from '../facts/fact-reader';
import { FACTS_EDITION, type RowFacts } from '../facts/row-facts';
import { type SheetBook } from '../model/sheet-book';
import { type RollupRepository } from '../rollup.repository';
import { type SheetBookRepository } from '../sheet-book.repository';
import { type SheetTypeStrategy } from '../strategies/sheet-type.strategy';
import { type RollupBuilderService } from './rollup-builder.service';

/** What a watch works with. */
export interface WatchTools {
  readonly rows: SheetRowQueryService;
  readonly books: SheetBookRepository;
  readonly rollups: RollupRepository;
  readonly builder: RollupBuilderService;
  readonly cache: AnswerCache;
}

/** More buckets than this are not worth to be told apart: all are added up again. */
const MOST_TOUCHED = 20_000;

/**
 * Keeps the roll-ups of a connection in step with a pass of a sync. The buckets of rows that are about
 * to change are remembered, and added up again from the rows when the pass is over. A pass that
 * died has left its name in the book: then nobody knows which, and all of them are.
 */
export class SheetRowWatch implements RowWatch {
  private readonly reader: FactReader;
  private readonly fence: Fence;
  private readonly shelf: RowShelf;
  private readonly touched = new Set<Bucket>();
  private all: boolean;
  private storedRows = 0;
  private isWriting = false;

  constructor(
    private readonly pass: WatchedPass,
    private readonly type: SheetTypeStrategy,
    private book: SheetBook,
    private readonly tools: WatchTools,
  ) {
    this.reader = new FactReader(type, pass.texts, pass.timeZone);
    this.fence = pass.fence;
    this.shelf = { connection_id: book.connection_id, generation: pass.connection.generation };
    this.all =
      !book.is_rolled_up ||
      book.writing_run !== null ||
      book.generation !== pass.connection.generation;
  }

  async storing(rows: Parameters<RowWatch['storing']>[0]): Promise<RowFacts[]> {
    if (rows.length === 0) return [];
    await this.touchRows(rows.map(({ row_id }) => row_id));
    this.storedRows += rows.length;
    return rows.map(({ row_id, data }) => {
      const facts = this.reader.read(row_id, data);
      this.touch(facts.bucket);
      return facts;
    });
  }

  async moving(): Promise<void> {
    await this.beginWriting();
  }

  async deleting(rowIds: readonly number[]): Promise<void> {
    if (rowIds.length > 0) await this.touchRows(rowIds);
  }

  async settle(): Promise<void> {
    const { connection_id } = this.shelf;
    const as_of = new Date();
    if (!this.isWriting && !this.all) {
      await this.tools.books.change(this.fence, connection_id, { as_of });
      return;
    }
    const edition = this.book.edition + 1;
    await this.tools.rollups.deleteAfter(this.fence, this.book);
    if (!this.all) {
      await this.rollUp(edition, [...this.touched]);
      if (!(await this.agree(edition))) this.all = true;
    }
    if (this.all) await this.rollUp(edition, await this.allBuckets());
    await this.publish(edition, as_of);
  }

  /** From here on readers see all of it; before, nothing. */
  private async publish(edition: number, as_of: Date): Promise<void> {
    const { connection_id, generation } = this.shelf;
    const { books, rollups, cache } = this.tools;
    const changes = {
      generation,
      sheet_type: this.type.kind,
      facts_edition: FACTS_EDITION,
      time_zone: this.pass.timeZone,
      edition,
      ...(this.all ? { base_edition: edition } : {}),
      is_rolled_up: true,
      writing_run: null,
      as_of,
    };
    await books.change(this.fence, connection_id, changes, true);
    this.book = (await books.find(connection_id)) ?? { ...this.book, ...changes };
    await cache.drop(connection_id, this.book.version);
    const replaced = this.all ? null : [...this.touched];
    await rollups.deleteBefore(this.fence, connection_id, edition, replaced);
    this.touched.clear();
    this.all = false;
    this.isWriting = false;
  }

  private async rollUp(edition: number, buckets: readonly Bucket[]): Promise<void> {
    const { builder, rollups } = this.tools;
    for await (const some of builder.build(this.shelf, this.type, buckets)) {
      await rollups.keep(this.fence, this.shelf.connection_id, edition, some);
    }
  }

  /** Whether the roll-ups are of as many rows as there are. */
  private async agree(edition: number): Promise<boolean> {
    const [rolledUp, stored] = await Promise.all([
      this.tools.rollups.countRows({ ...this.book, edition }),
      this.tools.rows.count(this.shelf, {}),
    ]);
    return rolledUp === stored;
  }

  /** Those of the rows that were just stored, if these are all that there are. */
  private async allBuckets(): Promise<readonly Bucket[]> {
    const { rows, builder } = this.tools;
    const isAll =
      this.touched.size < MOST_TOUCHED && this.storedRows === (await rows.count(this.shelf, {}));
    return isAll ? [...this.touched] : builder.buckets(this.shelf);
  }

  private async touchRows(rowIds: readonly number[]): Promise<void> {
    await this.beginWriting();
    if (this.all) return;
    const before = await this.tools.rows.factsOf(this.shelf, rowIds, 'bucket');
    for (const bucket of before) this.touch(bucket as Bucket);
  }

  private touch(bucket: Bucket): void {
    if (this.touched.size < MOST_TOUCHED) this.touched.add(bucket);
    else this.all = true;
  }

  /** Who dies from here on leaves rows behind that the roll-ups know nothing of. */
  private async beginWriting(): Promise<void> {
    if (this.isWriting) return;
    const { connection_id } = this.shelf;
    await this.tools.books.change(this.fence, connection_id, { writing_run: this.pass.runId });
    this.isWriting = true;
  }
}
