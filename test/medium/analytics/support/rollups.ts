import { RollupRepository } from '../../../../src/analytics/rollups/rollup.repository';
import { type Rollup } from '../../../../src/analytics/rollups/rollup';
import { RollupBuilderService } from '../../../../src/analytics/rollups/rollup-builder.service';
import { AnalyticsSnapshotRepository } from '../../../../src/analytics/snapshot/analytics-snapshot.repository';
import { SheetTypes } from '../../../../src/analytics/sheet-types/sheet-types';
import { groupFieldsOf } from '../../../../src/analytics/sheet-types/sheet-type.strategy';
import { type KnownSheet } from './analytics-app';

/** The roll-ups that readers see are those that would be made of the rows right now. */
export async function expectFreshRollups({ app, id }: KnownSheet): Promise<void> {
  const { app: nest } = app.sheets.test;
  const snapshot = await nest.get(AnalyticsSnapshotRepository).find(id);
  if (!snapshot) throw new Error('There is no snapshot');
  expect(snapshot).toMatchObject({ is_rolled_up: true, writing_run: null });
  const type = nest.get(SheetTypes).of(snapshot.sheet_type);
  const builder = nest.get(RollupBuilderService);
  const buckets = await builder.buckets(snapshot);
  const fresh: Rollup[] = [];
  for await (const some of builder.build(snapshot, type, buckets)) fresh.push(...some);
  for (const field of groupFieldsOf(type)) {
    const kept: Rollup[] = [];
    for await (const rollup of nest.get(RollupRepository).read(snapshot, null, field))
      kept.push(rollup);
    expect(kept.map((rollup) => comparable(rollup, field))).toEqual(
      fresh.map((rollup) => comparable(rollup, field)),
    );
  }
  // Nothing that was replaced is left behind.
  const rollups = app.sheets.store.collection('sheet_rollups');
  expect(await rollups.countDocuments({ connection_id: id })).toBe(buckets.length);
}

/** Values in one order, whatever order they were added up in. */
function comparable(rollup: Rollup, field: string): object {
  const values = rollup.groups[field]?.map((group) => JSON.stringify(group)).sort();
  return { ...rollup, groups: values };
}
