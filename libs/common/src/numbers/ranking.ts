/** An entry of a ranking: the higher its rank the earlier, by value among equals. */
export interface Ranked {
  readonly value: string;
  readonly rank: number;
}

/** Orders by rank, the highest first, and by value among equals, so that the order is always the same. */
export function byRank(one: Ranked, other: Ranked): number {
  return other.rank - one.rank || (one.value < other.value ? -1 : one.value > other.value ? 1 : 0);
}
