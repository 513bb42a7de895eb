/**
 * The id of an event: its position in its user's stream, and the epoch of Redis. A Redis that lost
 * its data has a new epoch, so positions of different epochs are never compared.
 */
export interface EventId {
  epoch: string;
  /** A stream id: milliseconds, then a counter within them. */
  place: string;
}

const FORM = /^(?<epoch>[0-9a-f]{12})\.(?<place>\d{1,15}-\d{1,15})$/;

/** Reads what a client claims to be an id; undefined when it is none. */
export function parseEventId(claim: unknown): EventId | undefined {
  const { epoch, place } = (typeof claim === 'string' && FORM.exec(claim)?.groups) || {};
  return epoch !== undefined && place !== undefined ? { epoch, place } : undefined;
}

export function formatEventId({ epoch, place }: EventId): string {
  return `${epoch}.${place}`;
}

/** Whether an event came after another one; an event of another epoch did. */
export function isBeyond(eventId: string, otherId: unknown): boolean {
  const [id, other] = [parseEventId(eventId), parseEventId(otherId)];
  return id?.epoch !== other?.epoch || !isUpTo(id?.place ?? '', other?.place ?? '');
}

/** Whether the first position is the second one, or before it. */
export function isUpTo(place: string, other: string): boolean {
  const [[ms = 0, count = 0], [otherMs = 0, otherCount = 0]] = [place, other].map((text) =>
    text.split('-').map(Number),
  ) as [number[], number[]];
  return ms === otherMs ? count <= otherCount : ms < otherMs;
}
