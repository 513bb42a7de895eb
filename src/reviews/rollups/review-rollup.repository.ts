import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ensureIndexes, readCursor } from '@tributary/mongo';
import { type DayRange } from '@tributary/periods';
import { type Fence, upsertFenced } from '@tributary/pipeline';
import { type Model } from 'mongoose';
import { type ReviewRollup } from './review-rollup';
import { ReviewRollupRecord } from './review-rollup.schema';

/** Which roll-ups: those of all locations together, of each location, or of some. */
export type RollupScope = 'together' | 'each' | readonly string[];

const READ_AT_ONCE = 1_000;
const DEADLINE_MS = 25_000;

/** Roll-ups in their collection. They are never deleted, so that no late writer can bring one back. */
@Injectable()
export class ReviewRollupRepository {
  constructor(
    @InjectModel(ReviewRollupRecord.name) private readonly rollups: Model<ReviewRollupRecord>,
  ) {}

  async store(fence: Fence, owner: string, rollups: readonly ReviewRollup[]): Promise<void> {
    await ensureIndexes(this.rollups);
    await upsertFenced(
      this.rollups,
      fence,
      rollups.map(({ day, location, stars, responses, ...rest }) => ({
        key: { user_id: owner, day, location },
        set: {
          ...rest,
          stars: [...stars],
          responses: [...responses].map(([minutes, count]) => ({ minutes, count })),
        },
      })),
    );
  }

  /** Which locations have roll-ups on some days. */
  async findLocations(owner: string, days: readonly string[]): Promise<Map<string, string[]>> {
    const found = await this.rollups
      .find(
        { user_id: { $eq: owner }, day: { $in: [...days] }, location: { $ne: null } },
        { _id: 0, day: 1, location: 1 },
      )
      .lean<{ day: string; location: string }[]>();
    const locations = new Map<string, string[]>();
    for (const { day, location } of found) {
      const known = locations.get(day);
      if (known) known.push(location);
      else locations.set(day, [location]);
    }
    return locations;
  }

  /** Roll-ups with reviews, by day. */
  async *read(
    owner: string,
    { from, to }: DayRange,
    scope: RollupScope,
  ): AsyncGenerator<ReviewRollup> {
    const range = {
      ...(from === null ? {} : { $gte: from }),
      ...(to === null ? {} : { $lte: to }),
    };
    const cursor = this.rollups.collection
      .find(
        {
          user_id: owner,
          location: locationFilter(scope),
          ...((from ?? to) ? { day: range } : {}),
          count: { $gt: 0 },
        },
        { projection: { _id: 0, user_id: 0, fence: 0 }, maxTimeMS: DEADLINE_MS },
      )
      .sort({ day: 1 })
      .batchSize(READ_AT_ONCE);
    for await (const found of readCursor(cursor))
      yield toRollup(found as unknown as ReviewRollupRecord);
  }
}

function locationFilter(scope: RollupScope): object | string | null {
  if (scope === 'together') return null;
  if (scope === 'each') return { $ne: null };
  return scope.length === 1 ? (scope[0] ?? null) : { $in: [...scope] };
}

function toRollup({ day, location, responses, stars, ...rest }: ReviewRollupRecord): ReviewRollup {
  const { count, replied, first_at, last_at } = rest;
  return {
    day,
    location,
    count,
    stars: stars as ReviewRollup['stars'],
    replied,
    responses: new Map(responses.map(({ minutes, count: replies }) => [minutes, replies])),
    first_at,
    last_at,
  };
}
