import { type ReadLogEntry } from '../jobs/job-log';
import { formatPosition, type StreamPosition } from './stream-position';

/** The events of a stream. None is called `error`, which EventSource means otherwise. */
export type StreamEventName = 'account' | 'location' | 'review' | 'progress' | 'end' | 'resync';

/** How soon a client connects again, unless it knows better. */
export const STREAM_OPENING = 'retry: 2000\n\n';

/** Keeps proxies from closing a connection on which nothing happens. */
export const HEARTBEAT = ': hb\n\n';

/** An event as it is sent; without an id the reader's position stays where it is. */
export function streamEvent(event: StreamEventName, data: object, id?: string): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return `${idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The events of an entry behind a position; those of its type alone, without progress. */
export function eventsOf(
  jobId: string,
  entry: Extract<ReadLogEntry, { type: 'account' | 'location' | 'reviews' }>,
  after: StreamPosition,
): string {
  const { seq } = entry;
  if (entry.type !== 'reviews') {
    return streamEvent(entry.type, entry.data, formatPosition(jobId, { seq }));
  }
  const { reviews } = entry.data;
  const first = after.seq === seq && after.index !== undefined ? after.index + 1 : 0;
  return reviews
    .slice(first)
    .map((review, at) => {
      const index = first + at;
      return streamEvent('review', review, formatPosition(jobId, { seq, index }));
    })
    .join('');
}
