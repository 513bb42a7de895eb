import { Injectable } from '@nestjs/common';
import { type InstantRange, instantRangeOf, isLimited, periodOf } from '@tributary/periods';
import { SheetRowQueryRepository } from '../../sheet-crawler';
import { type Bucket, isUndated, UNDATED_BUCKETS } from '../metrics/bucket';
import { toGroupValue } from '../metrics/metric-reader';
import { RollupRepository } from '../rollups/rollup.repository';
import { type Rollup } from '../rollups/rollup';
import { type GroupedRows, groupStage, sumsOf } from './group-stage';
import { fieldOf, needsDate, type RowSelection, type AggregatedValues } from './analytics-query';
import { bucketsAround, DATED, inRange, UNDATED, within } from './row-scan';
import { Aggregation } from './aggregation';

/**
 * Aggregates rows: from roll-ups where these suffice, and from the rows of a bucket where they do not,
 * for instance because the range ends in the middle of it.
 */
@Injectable()
export class AggregationService {
  constructor(
    private readonly rollups: RollupRepository,
    private readonly rows: SheetRowQueryRepository,
  ) {}

  /** Aggregates the rows in the fastest way available. */
  async aggregate(selection: RowSelection): Promise<AggregatedValues> {
    return selection.snapshot.is_rolled_up
      ? this.aggregateRollups(selection)
      : this.scan(selection);
  }

  /** The same, from rows only. */
  async scan(selection: RowSelection): Promise<AggregatedValues> {
    const { snapshot, range, clock, type } = selection;
    const aggregation = new Aggregation(type.measures);
    const match = isLimited(range)
      ? inRange(range, instantRangeOf(range, clock))
      : needsDate(selection)
        ? DATED
        : {};
    await this.addRows(aggregation, selection, match);
    if (needsDate(selection)) aggregation.undated = await this.rows.count(snapshot, UNDATED);
    return aggregation;
  }

  private async aggregateRollups(selection: RowSelection): Promise<AggregatedValues> {
    const { snapshot, range, clock, type } = selection;
    const aggregation = new Aggregation(type.measures);
    const instants = instantRangeOf(range, clock);
    const unclear: Bucket[] = [];
    const read = (names: Parameters<RollupRepository['read']>[1]): AsyncIterable<Rollup> =>
      this.rollups.read(snapshot, names, fieldOf(selection));
    for await (const rollup of read(isLimited(range) ? bucketsAround(range) : null)) {
      if (!addRollup(aggregation, selection, instants, rollup)) unclear.push(rollup.bucket);
    }
    if (unclear.length > 0) {
      const match = { 'facts.bucket': { $in: unclear }, ...within(instants) };
      await this.addRows(aggregation, selection, match);
    }
    if (isLimited(range)) {
      for await (const { bucket, rows } of this.rollups.read(snapshot, UNDATED_BUCKETS, null)) {
        if (isUndated(bucket)) aggregation.undated += rows;
      }
    }
    return aggregation;
  }

  private async addRows(
    aggregation: Aggregation,
    selection: RowSelection,
    match: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { snapshot, type, groupBy } = selection;
    const stages = [groupStage(groupKey(selection), type.measures)];
    for await (const group of this.rows.aggregate<GroupedRows>(snapshot, match, stages)) {
      const { value } = group._id;
      const name =
        groupBy === null
          ? ''
          : 'granularity' in groupBy
            ? periodOf(value as string, groupBy.granularity)
            : toGroupValue(value);
      aggregation.add(name, sumsOf(group, type.measures));
    }
  }
}

function groupKey({ groupBy, clock }: RowSelection): object {
  if (groupBy === null) return {};
  if ('field' in groupBy) return { value: `$data.${groupBy.field}` };
  const day = { date: '$facts.at', format: '%Y-%m-%d', timezone: clock.name };
  return { value: { $dateToString: day } };
}

/** Adds a roll-up; false when its rows have to be read instead. */
function addRollup(
  aggregation: Aggregation,
  selection: RowSelection,
  instants: InstantRange,
  rollup: Rollup,
): boolean {
  const { groupBy, clock } = selection;
  const { first_at, last_at } = rollup;
  if (rollup.rows === 0) return true;
  if (!needsDate(selection)) return addGroups(aggregation, selection, rollup);
  if (first_at === null || last_at === null) {
    aggregation.undated += rollup.rows;
    return true;
  }
  const { from, before } = instants;
  if ((from !== null && last_at < from) || (before !== null && first_at >= before)) return true;
  if ((from !== null && first_at < from) || (before !== null && last_at >= before)) return false;
  if (groupBy === null || 'field' in groupBy) return addGroups(aggregation, selection, rollup);
  const [first, last] = [first_at, last_at].map((at) =>
    periodOf(clock.dayOf(at), groupBy.granularity),
  );
  if (first === undefined || first !== last) return false;
  aggregation.add(first, rollup);
  return true;
}

function addGroups(aggregation: Aggregation, selection: RowSelection, rollup: Rollup): boolean {
  const field = fieldOf(selection);
  if (field === null) {
    aggregation.add('', rollup);
    return true;
  }
  const values = rollup.groups?.[field];
  if (!values) return false;
  for (const { value, ...sums } of values) aggregation.add(value, sums);
  return true;
}
