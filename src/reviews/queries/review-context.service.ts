import { Injectable } from '@nestjs/common';
import { Config } from '@tributary/config';
import { type QueryContext, type QueryContextSource } from '@tributary/query-cache';
import { ReviewBookCache } from '../rollups/cache/review-book-cache';
import { isChanging, type ReviewBook } from '../rollups/review-book';
import { ReviewBookRepository } from '../rollups/review-book.repository';

/** All reviews of an owner at one version. */
export interface ReviewContext extends QueryContext {
  /** Undefined before there is any review. */
  readonly book: ReviewBook | undefined;
  /** The time zone of days where a request names none. */
  readonly timeZone: string;
}

const NO_REVIEWS = 0;

/** Loads what a query needs to know of an owner's reviews. */
@Injectable()
export class ReviewContextService implements QueryContextSource<ReviewContext> {
  constructor(
    private readonly config: Config,
    private readonly books: ReviewBookRepository,
    private readonly cache: ReviewBookCache,
  ) {}

  /** It may be a few seconds old when its change was not announced yet; with `now` it is current. */
  async open(owner: string, _subject = owner, now = false): Promise<ReviewContext> {
    const cached = now ? undefined : await this.cache.find(owner);
    const book = cached ?? (await this.readBook(owner));
    return {
      owner,
      subject: owner,
      version: book?.version ?? NO_REVIEWS,
      asOf: book?.as_of ?? null,
      // While somebody writes, responses change without a new version.
      isCacheable: book === undefined || !isChanging(book, new Date()),
      book,
      timeZone: this.config.REVIEW_TIME_ZONE,
    };
  }

  /** What is not cached anyway is not computed again for reviews that were written meanwhile. */
  async isCurrent({ owner, version, isCacheable }: ReviewContext): Promise<boolean> {
    if (!isCacheable) return true;
    return ((await this.books.find(owner))?.version ?? NO_REVIEWS) === version;
  }

  private async readBook(owner: string): Promise<ReviewBook | undefined> {
    const book = await this.books.find(owner);
    if (book && book.changes.length === 0) await this.cache.keep(owner, book);
    return book;
  }
}
