import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ensureIndexes } from '@tributary/mongo';
import { type Model } from 'mongoose';
import { ReviewAccountRecord } from './review-account.schema';
import { ReviewLocationRecord } from './review-location.schema';
import {
  type KnownLocation,
  type SeenAccount,
  type SeenLocation,
  type StoredProof,
} from './review-place';

/** The accounts and locations of owners. All writes are idempotent. */
@Injectable()
export class ReviewPlaceRepository {
  constructor(
    @InjectModel(ReviewAccountRecord.name) private readonly accounts: Model<ReviewAccountRecord>,
    @InjectModel(ReviewLocationRecord.name)
    private readonly locations: Model<ReviewLocationRecord>,
  ) {}

  async storeAccounts(owner: string, seen: readonly SeenAccount[], at: Date): Promise<void> {
    if (seen.length === 0) return;
    await ensureIndexes(this.accounts);
    await this.accounts.bulkWrite(
      seen.map(({ account, name, type }) => ({
        updateOne: {
          filter: { user_id: owner, account },
          update: { $set: { name, type, last_seen_at: at } },
          upsert: true,
        },
      })),
    );
  }

  async storeLocations(
    owner: string,
    account: string,
    seen: readonly SeenLocation[],
    at: Date,
  ): Promise<void> {
    if (seen.length === 0) return;
    await ensureIndexes(this.locations);
    await this.locations.bulkWrite(
      seen.map(({ location, title, address }) => ({
        updateOne: {
          filter: { user_id: owner, location },
          update: {
            $set: { title, address, last_seen_at: at },
            $addToSet: { accounts: account },
            $setOnInsert: { proof: null, last_full_listing_at: null, newest_update_time: null },
          },
          upsert: true,
        },
      })),
    );
  }

  /** Keeps what a full listing proved, unless a later one has ended before. */
  async keepProof(
    owner: string,
    location: string,
    proof: StoredProof,
    newestUpdateTime: string | null,
  ): Promise<void> {
    const full = proof.complete ? { last_full_listing_at: proof.at } : {};
    await this.locations.updateOne(
      {
        user_id: { $eq: owner },
        location: { $eq: location },
        $or: [{ proof: null }, { 'proof.at': { $lt: proof.at } }],
      },
      // A later sync begins behind it also when something is missing: only a listing can find that.
      { $set: { proof, newest_update_time: newestUpdateTime, ...full } },
    );
  }

  /** Locations of an owner, and how far their reviews are known. */
  async findKnown(owner: string, locations: readonly string[]): Promise<KnownLocation[]> {
    return this.locations
      .find(
        { user_id: { $eq: owner }, location: { $in: [...locations] } },
        { _id: 0, location: 1, title: 1, address: 1, newest_update_time: 1 },
      )
      .lean<KnownLocation[]>();
  }

  /** All reviews of a location are stored that are not newer. */
  async moveNewest(owner: string, location: string, newestUpdateTime: string): Promise<void> {
    await this.locations.updateOne(
      { user_id: { $eq: owner }, location: { $eq: location } },
      { $set: { newest_update_time: newestUpdateTime } },
    );
  }

  /** An account of an owner. */
  async findAccount(owner: string, account: string): Promise<SeenAccount> {
    const found = await this.accounts
      .findOne({ user_id: { $eq: owner }, account: { $eq: account } }, { _id: 0, name: 1, type: 1 })
      .lean<Pick<ReviewAccountRecord, 'name' | 'type'>>();
    return { account, name: found?.name ?? '', type: found?.type ?? '' };
  }
}
