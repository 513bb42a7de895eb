import { Injectable } from '@nestjs/common';
import { CacheConnection, SnapshotCache } from '@tributary/query-cache';
import { type ReviewBook } from '../review-book';
import { CACHE_NAMESPACE } from './cache-namespace';

/** Books of owners, for a few seconds. Only those without an announced change are kept. */
@Injectable()
export class ReviewBookCache extends SnapshotCache<ReviewBook> {
  constructor(connection: CacheConnection) {
    super(connection, CACHE_NAMESPACE, readBook);
  }
}

function readBook(stored: unknown, owner: string): ReviewBook | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const book = stored as ReviewBook;
  const as_of = book.as_of === null ? null : new Date(book.as_of);
  const isWhole =
    book.user_id === owner &&
    typeof book.time_zone === 'string' &&
    typeof book.version === 'number' &&
    typeof book.epoch === 'number' &&
    Array.isArray(book.changes) &&
    book.changes.length === 0;
  return isWhole && !Number.isNaN(as_of?.getTime()) ? { ...book, as_of } : undefined;
}
