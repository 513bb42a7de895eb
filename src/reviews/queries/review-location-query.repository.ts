import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { ReviewLocationRecord } from '../store/review-location.schema';

const DEADLINE_MS = 25_000;

/** Reads the locations of owners. */
@Injectable()
export class ReviewLocationQueryRepository {
  constructor(
    @InjectModel(ReviewLocationRecord.name)
    private readonly locations: Model<ReviewLocationRecord>,
  ) {}

  /** The locations that an account shows. */
  async findOfAccount(owner: string, account: string): Promise<string[]> {
    const found = await this.locations
      .find({ user_id: { $eq: owner }, accounts: account }, { _id: 0, location: 1 })
      .maxTimeMS(DEADLINE_MS)
      .lean<{ location: string }[]>();
    return found.map(({ location }) => location);
  }

  /** The titles of locations that have one; of all with null. */
  async findTitles(
    owner: string,
    locations: readonly string[] | null,
  ): Promise<Map<string, string>> {
    const some = locations === null ? {} : { location: { $in: [...locations] } };
    const found = await this.locations
      .find({ user_id: { $eq: owner }, ...some }, { _id: 0, location: 1, title: 1 })
      .maxTimeMS(DEADLINE_MS)
      .lean<{ location: string; title: string }[]>();
    return new Map(
      found.flatMap(({ location, title }) => (title === '' ? [] : [[location, title] as const])),
    );
  }
}
