export class InternalPingDto {
  /** @example ok */
  status: string;

  /**
   * The service's clock.
   * @example 2026-11-16T09:30:00.000Z
   */
  timestamp: string;
}

export function toInternalPingDto(now: Date): InternalPingDto {
  return { status: 'ok', timestamp: now.toISOString() };
}
