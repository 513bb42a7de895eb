import { Injectable } from '@nestjs/common';
import { ReviewLocationQueryRepository } from './review-location-query.repository';

/** A place as a request names it. */
export interface PlaceQuery {
  readonly account?: string | undefined;
  readonly location?: string | undefined;
}

/** Knows which locations are meant. */
@Injectable()
export class ReviewPlaceService {
  constructor(private readonly locations: ReviewLocationQueryRepository) {}

  /** The locations of a request; null for all. */
  async resolve(
    owner: string,
    { account, location }: PlaceQuery,
  ): Promise<readonly string[] | null> {
    if (account === undefined) return location === undefined ? null : [location];
    const shown = await this.locations.findOfAccount(owner, account);
    return location === undefined ? shown : shown.filter((name) => name === location);
  }

  titles(owner: string, locations: Iterable<string>): Promise<Map<string, string>> {
    return this.locations.findTitles(owner, [...new Set(locations)]);
  }

  /** Of all locations of an owner: a name for each, but no address. */
  allTitles(owner: string): Promise<Map<string, string>> {
    return this.locations.findTitles(owner, null);
  }
}
