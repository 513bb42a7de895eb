/** All enabled connections are being checked. */
export class TriggerSyncDto {
  /** @example accepted */
  status: string;

  /** @example 2026-11-16T09:30:00.000Z */
  timestamp: string;
}

export function toTriggerSyncDto(now: Date): TriggerSyncDto {
  return { status: 'accepted', timestamp: now.toISOString() };
}
