import { seededRandom } from '../control/seeded-random';

/** Dice that fall the same way every time for the same box and index. */
export class Dice {
  private readonly next: () => number;

  constructor(seed: number) {
    this.next = seededRandom(seed);
  }

  /** A number from 0 to below 1. */
  fraction(): number {
    return this.next();
  }

  /** Whether something happens that does so with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** One of a list, all alike. */
  pick<T>(list: readonly [T, ...T[]]): T {
    return list[Math.floor(this.next() * list.length)] ?? list[0];
  }

  /** One of a list, each with its weight. */
  weighted<T>(list: readonly [Weighted<T>, ...Weighted<T>[]]): T {
    let total = 0;
    for (const entry of list) total += entry[1];
    let left = this.next() * total;
    for (const entry of list) {
      left -= entry[1];
      if (left < 0) return entry[0];
    }
    return list[0][0];
  }
}

/** A value and how often it comes compared with the others. */
export type Weighted<T> = readonly [value: T, weight: number];

/** Gives the dice of every index without throwing those before it. */
export class DiceBox {
  private readonly base: number;

  constructor(seed: number, name: string) {
    let base = mix(seed);
    for (let at = 0; at < name.length; at += 1) base = mix(base ^ name.charCodeAt(at));
    this.base = base;
  }

  /** The dice of an index. */
  at(index: number): Dice {
    return new Dice(mix(this.base ^ mix(index + 1)));
  }
}

/** Spreads numbers that are near each other over all 32 bits. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
