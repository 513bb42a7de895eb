import { EVENT_ID_HEADER, type OutgoingMessage } from '@tributary/kafka';
import { type ReadMessage } from './kafka-reader';

/** Numbered messages, which take turns in having one of some keys. */
export function outgoing(
  topic: string,
  numbers: readonly number[],
  { keys = 7, more = {} }: { keys?: number; more?: object } = {},
): OutgoingMessage[] {
  return numbers.map((number) => ({
    topic,
    key: `key-${number % keys}`,
    eventId: `event-${number}`,
    value: JSON.stringify({ number, ...more }),
    headers: { schema_version: '1' },
  }));
}

/** Whole numbers from the first up to the last. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Messages without those whose event came before them already. */
export function firstCopies(messages: readonly ReadMessage[]): ReadMessage[] {
  const seen = new Set<string | undefined>();
  return messages.filter(({ headers }) => {
    const id = headers[EVENT_ID_HEADER];
    return !seen.has(id) && seen.add(id);
  });
}

/** The numbers of messages, each where it came first, by key. */
export function firstCopiesByKey(messages: readonly ReadMessage[]): Record<string, number[]> {
  return byKey(firstCopies(messages));
}

/** What {@link firstCopiesByKey} gives when all of these messages are there, in order. */
export function inOrder(messages: readonly OutgoingMessage[]): Record<string, number[]> {
  return byKey(messages);
}

function byKey(messages: readonly { key: string; value: string }[]): Record<string, number[]> {
  const numbers: Record<string, number[]> = {};
  for (const { key, value } of messages) {
    (numbers[key] ??= []).push((JSON.parse(value) as { number: number }).number);
  }
  return numbers;
}
