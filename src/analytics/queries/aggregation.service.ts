import { Injectable } from '@nestjs/common';
import { SheetRowQueryRepository } from '../../sheet-crawler';
import { type Bucket, isUndated, UNDATED_BUCKETS } from '../metrics/bucket';
import { groupOf } from '../metrics/metric-reader';
import { isLimited, type InstantRange, instantRangeOf } from './periods/day-range';
import { periodOf } from './periods/granularity';
import { RollupRepository } from '../rollups/rollup.repository';
import { type Rollup } from '../rollups/rollup';
import { type GroupedRows, groupStage, sumsOf } from './group-stage';
import { fieldOf, needsMoment, type Question, type AggregatedValues } from './question';
import { bucketsAround, DATED, inRange, UNDATED, within } from './row-scan';
import { Aggregation } from './aggregation';

/**
 * Answers questions about rows: from roll-ups where they can tell, and from the rows of those buckets
 * where they cannot, for instance because the range ends in the middle of one.
 */
@Injectable()
export class AggregationService {
  constructor(
    private readonly rollups: RollupRepository,
    private readonly rows: SheetRowQueryRepository,
  ) {}

  /** What the rows add up to, by the fastest way that there is. */
  async tally(question: Question): Promise<AggregatedValues> {
    return question.snapshot.is_rolled_up ? this.tallyRollups(question) : this.scan(question);
  }

  /** The same from nothing but the rows. */
  async scan(question: Question): Promise<AggregatedValues> {
    const { snapshot, range, clock, type } = question;
    const aggregation = new Aggregation(type.measures);
    const match = isLimited(range)
      ? inRange(range, instantRangeOf(range, clock))
      : needsMoment(question)
        ? DATED
        : {};
    await this.addRows(aggregation, question, match);
    if (needsMoment(question)) aggregation.undated = await this.rows.count(snapshot, UNDATED);
    return aggregation;
  }

  private async tallyRollups(question: Question): Promise<AggregatedValues> {
    const { snapshot, range, clock, type } = question;
    const aggregation = new Aggregation(type.measures);
    const moments = instantRangeOf(range, clock);
    const unclear: Bucket[] = [];
    const read = (names: Parameters<RollupRepository['read']>[1]): AsyncIterable<Rollup> =>
      this.rollups.read(snapshot, names, fieldOf(question));
    for await (const rollup of read(isLimited(range) ? bucketsAround(range) : null)) {
      if (!addRollup(aggregation, question, moments, rollup)) unclear.push(rollup.bucket);
    }
    if (unclear.length > 0) {
      const match = { 'facts.bucket': { $in: unclear }, ...within(moments) };
      await this.addRows(aggregation, question, match);
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
    question: Question,
    match: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { snapshot, type, by } = question;
    const stages = [groupStage(groupKey(question), type.measures)];
    for await (const group of this.rows.aggregate<GroupedRows>(snapshot, match, stages)) {
      const { value } = group._id;
      const name =
        by === null
          ? ''
          : 'granularity' in by
            ? periodOf(value as string, by.granularity)
            : groupOf(value);
      aggregation.add(name, sumsOf(group, type.measures));
    }
  }
}

function groupKey({ by, clock }: Question): object {
  if (by === null) return {};
  if ('field' in by) return { value: `$data.${by.field}` };
  const day = { date: '$facts.at', format: '%Y-%m-%d', timezone: clock.name };
  return { value: { $dateToString: day } };
}

/** Adds what a roll-up tells; false when that takes a look at its rows. */
function addRollup(
  aggregation: Aggregation,
  question: Question,
  moments: InstantRange,
  rollup: Rollup,
): boolean {
  const { by, clock } = question;
  const { first_at, last_at } = rollup;
  if (rollup.rows === 0) return true;
  if (!needsMoment(question)) return addGroups(aggregation, question, rollup);
  if (first_at === null || last_at === null) {
    aggregation.undated += rollup.rows;
    return true;
  }
  const { from, before } = moments;
  if ((from !== null && last_at < from) || (before !== null && first_at >= before)) return true;
  if ((from !== null && first_at < from) || (before !== null && last_at >= before)) return false;
  if (by === null || 'field' in by) return addGroups(aggregation, question, rollup);
  const [first, last] = [first_at, last_at].map((at) => periodOf(clock.dayOf(at), by.granularity));
  if (first === undefined || first !== last) return false;
  aggregation.add(first, rollup);
  return true;
}

function addGroups(aggregation: Aggregation, question: Question, rollup: Rollup): boolean {
  const field = fieldOf(question);
  if (field === null) {
    aggregation.add('', rollup);
    return true;
  }
  const values = rollup.groups?.[field];
  if (!values) return false;
  for (const { value, ...sums } of values) aggregation.add(value, sums);
  return true;
}
