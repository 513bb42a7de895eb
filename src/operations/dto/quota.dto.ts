import { ApiProperty } from '@nestjs/swagger';
import { type LimitUse, type QuotaSnapshot } from '@tributary/rate-limit';
import { toIso } from './to-iso';

/** The usage of one limit of a key. */
export class LimitUseDto {
  /** @example window 60/60s per account */
  limit: string;

  /**
   * What the provider allows.
   * @example 60
   */
  quota: number;

  /**
   * What is used of it at most.
   * @example 48
   */
  permitted: number;

  /** What counts now. */
  used: number;

  /** When there will be room for one more; null when there is now. */
  @ApiProperty({ type: String, nullable: true })
  room_at: string | null;
}

/** The backoff of a key after its provider throttled. */
export class BackoffDto {
  /** How many waves of 429 came without a success between them. */
  step: number;

  /** Until when nothing is permitted; in the past when requests are being tried again. */
  until: string;
}

/** How many requests of one owner wait. */
export class OwnerWaitersDto {
  owner: string;
  waiters: number;
}

/** The state of a quota. */
export class QuotaDto {
  /** @example google:sheets/bot@project.example */
  key: string;

  limits: LimitUseDto[];

  /** Null when the provider does not throttle. */
  @ApiProperty({ type: BackoffDto, nullable: true })
  backoff: BackoffDto | null;

  /** Nothing is permitted before, because the counts were lost; null otherwise. */
  @ApiProperty({ type: String, nullable: true })
  recovering_until: string | null;

  /** How many requests wait, of all owners. */
  waiters: number;

  /** The owners whose turn is next, at most 20 of them. */
  owners: OwnerWaitersDto[];
}

export function toQuotaDto(snapshot: QuotaSnapshot): QuotaDto {
  const { key, limits, backoff, waiters, owners } = snapshot;
  return {
    key,
    limits: limits.map(toLimitUseDto),
    backoff: backoff && { step: backoff.step, until: backoff.until.toISOString() },
    recovering_until: toIso(snapshot.recoveringUntil),
    waiters,
    owners,
  };
}

function toLimitUseDto({ limit, quota, permitted, used, roomAt }: LimitUse): LimitUseDto {
  return { limit, quota, permitted, used, room_at: toIso(roomAt) };
}
