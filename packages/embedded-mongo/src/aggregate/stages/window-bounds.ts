import {
  type BsonValue,
  type Doc,
  isNumber,
  isPlainObject,
  toNumber,
  describe,
} from '../../values';
import { compileRootPath, typeLabel } from '../expressions';
import { timeUnit } from '../expressions/dates/date-arguments';
import { addToInstant } from '../expressions/dates/shift';
import { UTC } from '../expressions/dates/time-zone';
import { failure } from '../failures';

/** The rows of a document's window: from `start` up to, not including, `end`. */
export interface Frame {
  start: number;
  end: number;
}

/** Finds the window of each document of a sorted partition. */
export type FrameFinder = (docs: readonly Doc[]) => Frame[];

/** The window of all documents in the partition. */
export const wholePartition: FrameFinder = (docs) =>
  docs.map(() => ({ start: 0, end: docs.length }));

type Bound = 'unbounded' | 'current' | number;

/** Compiles the `window` of an output field. */
export function compileFrames(window: BsonValue, sort: Doc | undefined): FrameFinder {
  if (window === undefined) return wholePartition;
  if (!isPlainObject(window)) {
    throw failure(9, `'window' field must be an object, found ${typeLabel(window)}`);
  }
  const { documents, range, unit } = window;
  if (Object.keys(window).length === 0) return wholePartition;
  if (documents !== undefined) {
    if (range !== undefined || unit !== undefined) {
      throw failure(9, "Window bounds can specify either 'documents' or 'unit', not both.");
    }
    return documentFrames(boundsOf(documents, true), sort);
  }
  if (range === undefined)
    throw failure(9, "'window' field that specifies 'unit' requires 'range'");
  const fields = Object.keys(sort ?? {});
  if (fields.length !== 1) {
    throw failure(5339902, 'Range-based bounds require sortBy a single field');
  }
  return rangeFrames(boundsOf(range, false), fields[0] as string, unit);
}

function boundsOf(bounds: BsonValue, isWhole: boolean): [Bound, Bound] {
  if (!Array.isArray(bounds) || bounds.length !== 2) {
    throw failure(9, 'Window bounds must be a 2-element array');
  }
  const [low, high] = bounds.map((bound): Bound => {
    if (bound === 'unbounded' || bound === 'current') return bound;
    if (!isNumber(bound) || (isWhole && !Number.isInteger(toNumber(bound)))) {
      throw failure(
        9,
        `Numeric document-based bounds must be an integer, found ${describe(bound)}`,
      );
    }
    return toNumber(bound);
  }) as [Bound, Bound];
  const size = (bound: Bound): number => (bound === 'current' ? 0 : (bound as number));
  if (low !== 'unbounded' && high !== 'unbounded' && size(low) > size(high)) {
    throw failure(
      5339900,
      `Lower bound must not exceed upper bound: ${String(low)}, ${String(high)}`,
    );
  }
  return [low, high];
}

function documentFrames([low, high]: [Bound, Bound], sort: Doc | undefined): FrameFinder {
  if (!sort && (low !== 'unbounded' || high !== 'unbounded')) {
    throw failure(5339901, 'Document-based bounds require a sortBy');
  }
  const offset = (bound: Bound): number => (bound === 'current' ? 0 : (bound as number));
  return (docs) =>
    docs.map((_, row) => {
      const start = low === 'unbounded' ? 0 : row + offset(low);
      const end = high === 'unbounded' ? docs.length : row + offset(high) + 1;
      return clamp(start, end, docs.length);
    });
}

function clamp(start: number, end: number, length: number): Frame {
  const from = Math.min(Math.max(start, 0), length);
  return { start: from, end: Math.max(from, Math.min(end, length)) };
}

function rangeFrames([low, high]: [Bound, Bound], field: string, unit: BsonValue): FrameFinder {
  const read = compileRootPath(field);
  const timeOf = unit === undefined ? undefined : timeUnit(unit, '$setWindowFields', 9);
  const position = (doc: Doc): number => {
    const value = read(doc);
    if (timeOf) {
      if (value instanceof Date) return value.getTime();
      throw failure(
        5429513,
        `For windows that involve date ranges, all sortBy values must be dates, found ${typeLabel(value)}`,
      );
    }
    if (isNumber(value)) return toNumber(value);
    throw failure(
      5429414,
      `For windows that involve numeric ranges, all sortBy values must be numbers, found ${typeLabel(value)}`,
    );
  };
  const shift = (at: number, bound: Bound): number => {
    if (bound === 'unbounded') return at;
    const amount = bound === 'current' ? 0 : bound;
    return timeOf ? addToInstant(at, timeOf, amount, UTC) : at + amount;
  };
  return (docs) => {
    const positions = docs.map(position);
    return positions.map((at) => {
      const start = low === 'unbounded' ? 0 : firstAtLeast(positions, shift(at, low));
      const end = high === 'unbounded' ? docs.length : firstAbove(positions, shift(at, high));
      return { start, end: Math.max(start, end) };
    });
  };
}

function firstAtLeast(positions: readonly number[], limit: number): number {
  return search(positions, (position) => position >= limit);
}

function firstAbove(positions: readonly number[], limit: number): number {
  return search(positions, (position) => position > limit);
}

function search(positions: readonly number[], isPast: (position: number) => boolean): number {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isPast(positions[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
