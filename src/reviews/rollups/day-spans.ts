import { addDays, type InstantRange, instantRangeOf } from '@tributary/periods';
import { type ZonedCalendar } from '@tributary/time-zones';

/** Days that follow each other. */
export type DaySpan = readonly [first: string, ...rest: string[]];

/** Days, in their order, as spans of at most so many. */
export function spansOf(days: Iterable<string>, longest = Infinity): DaySpan[] {
  const spans: [string, ...string[]][] = [];
  for (const day of days) {
    const span = spans.at(-1);
    const last = span?.at(-1);
    const follows = span && last !== undefined && addDays(last, 1) === day;
    if (follows && span.length < longest) span.push(day);
    else spans.push([day]);
  }
  return spans;
}

/** The instants of the days of a span. */
export function instantsOf(span: DaySpan, clock: ZonedCalendar): InstantRange {
  return instantRangeOf({ from: span[0], to: span.at(-1) ?? span[0] }, clock);
}

/** The day of a span that a review was created on, as an expression of the store. */
export function dayExpression(span: DaySpan, clock: ZonedCalendar): unknown {
  const [last, ...others] = [...span].reverse() as [string, ...string[]];
  if (others.length === 0) return { $literal: last };
  return {
    $switch: {
      branches: others.reverse().map((day) => ({
        case: { $lt: ['$created_at', clock.startOf(addDays(day, 1))] },
        then: day,
      })),
      default: last,
    },
  };
}

/** The day by which a review is filed. */
export function dayOfReview(createdAt: Date, clock: ZonedCalendar): string {
  const day = clock.dayOf(createdAt);
  if (day.startsWith('+')) return '9999-12-31';
  return day.startsWith('-') || day < '0001-01-01' ? '0001-01-01' : day;
}
