import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ensureIndexes } from '@tributary/mongo';
import { type Model, type UpdateQuery } from 'mongoose';
import { type AnnouncedChange, type ReviewBook } from './review-book';
import { ReviewBookRecord } from './review-book.schema';

const SHOWN = { _id: 0 } as const;

/** Books in their collection: one document for every owner of reviews. */
@Injectable()
export class ReviewBookRepository {
  constructor(
    @InjectModel(ReviewBookRecord.name) private readonly books: Model<ReviewBookRecord>,
  ) {}

  async find(owner: string): Promise<ReviewBook | undefined> {
    // Every request begins with this, so it goes to the driver as it is.
    const book = await this.books.collection.findOne({ user_id: owner }, { projection: SHOWN });
    return (book as ReviewBook | null) ?? undefined;
  }

  /** The book of an owner; one with this time zone when there was none. */
  async open(owner: string, timeZone: string): Promise<ReviewBook> {
    const known = await this.find(owner);
    if (known) return known;
    await ensureIndexes(this.books);
    const created = { time_zone: timeZone, version: 0, epoch: 0, as_of: null, changes: [] };
    await this.books.updateOne(
      { user_id: { $eq: owner } },
      { $setOnInsert: created },
      { upsert: true },
    );
    return (await this.find(owner)) ?? { user_id: owner, ...created };
  }

  /** Announces a change, and returns the book with it: responses may change from here on. */
  announce(owner: string, change: AnnouncedChange): Promise<ReviewBook> {
    return this.change(owner, { $inc: { version: 1 }, $push: { changes: change } });
  }

  /** Removes announced changes that are done or dead, and returns the book as it was before. */
  async remove(owner: string, ids: readonly string[]): Promise<ReviewBook> {
    const update = { $inc: { version: 1 }, $pull: { changes: { id: { $in: [...ids] } } } };
    return this.change(owner, update, 'before');
  }

  /** Begins another epoch and returns the book in it; undefined when there is none. */
  async beginEpoch(owner: string): Promise<ReviewBook | undefined> {
    if (!(await this.find(owner))) return undefined;
    return this.change(owner, { $inc: { epoch: 1 } });
  }

  /** Records up to when the reviews are complete. */
  async confirm(owner: string, asOf: Date): Promise<ReviewBook> {
    return this.change(owner, { $max: { as_of: asOf } });
  }

  private async change(
    owner: string,
    update: UpdateQuery<ReviewBookRecord>,
    returnDocument: 'before' | 'after' = 'after',
  ): Promise<ReviewBook> {
    const book = await this.books
      .findOneAndUpdate({ user_id: { $eq: owner } }, update, { returnDocument, projection: SHOWN })
      .lean<ReviewBookRecord>();
    if (!book) throw new Error('The book of reviews is gone');
    return book;
  }
}
