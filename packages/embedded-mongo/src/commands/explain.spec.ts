import type { mongo } from 'mongoose';
import { startWithDriver, type DriverFixture } from '../server/testing/driver-fixture';

describe('explain', () => {
  let fixture: DriverFixture;
  let rows: mongo.Collection;

  beforeAll(async () => {
    fixture = await startWithDriver();
    rows = fixture.db.collection('rows');
    await rows.insertMany(
      Array.from({ length: 100 }, (_, n) => ({ n, mod: n % 10, text: `t${n}` })),
    );
    await rows.createIndex({ mod: 1, n: 1 });
  });
  afterAll(() => fixture.stop());

  it('shows that an index serves filter and order', async () => {
    const plan = await rows.find({ mod: 3 }, { sort: { n: -1 } }).explain('executionStats');
    expect(plan['queryPlanner'].winningPlan).toMatchObject({
      stage: 'FETCH',
      inputStage: { stage: 'IXSCAN', indexName: 'mod_1_n_1', keyPattern: { mod: 1, n: 1 } },
    });
    expect(plan['executionStats']).toMatchObject({
      nReturned: 10,
      totalKeysExamined: 10,
      totalDocsExamined: 10,
    });
  });

  it('shows a scan and a sort in memory', async () => {
    const plan = await rows.find({ text: 't5' }, { sort: { text: 1 } }).explain('executionStats');
    expect(plan['queryPlanner'].winningPlan).toMatchObject({
      stage: 'SORT',
      inputStage: { stage: 'COLLSCAN' },
    });
    expect(plan['executionStats']).toMatchObject({ nReturned: 1, totalDocsExamined: 100 });
  });

  it('executes nothing unless asked to', async () => {
    const plan = await rows.find({ mod: 1 }).explain('queryPlanner');
    expect(plan['executionStats']).toBeUndefined();
  });

  it('explains aggregations, wholly pushed down or not', async () => {
    const pushed = await rows.aggregate([{ $match: { mod: 1 } }]).explain('queryPlanner');
    expect(pushed['queryPlanner'].winningPlan.inputStage.stage).toBe('IXSCAN');
    const staged = await rows
      .aggregate([{ $match: { mod: 1 } }, { $group: { _id: '$mod', n: { $sum: '$n' } } }])
      .explain('queryPlanner');
    expect(staged['stages'][0].$cursor.queryPlanner.winningPlan.inputStage.stage).toBe('IXSCAN');
    expect(staged['stages'][1]).toHaveProperty('$group');
  });

  it.each([
    ['count', { count: 'rows', query: { mod: 1 } }, 'COUNT'],
    ['update', { update: 'rows', updates: [{ q: { mod: 1 }, u: { $set: { x: 1 } } }] }, 'UPDATE'],
    ['delete', { delete: 'rows', deletes: [{ q: { mod: 1 }, limit: 0 }] }, 'DELETE'],
    ['findAndModify', { findAndModify: 'rows', query: { mod: 1 }, remove: true }, 'DELETE'],
  ])('explains a %s without doing it', async (_name, command, stage) => {
    const plan = await fixture.db.command({ explain: command, verbosity: 'queryPlanner' });
    expect(plan['queryPlanner'].winningPlan).toMatchObject({ stage });
    expect(await rows.countDocuments({ mod: 1, x: { $exists: false } })).toBe(10);
  });

  it('knows nothing of other commands, and of other verbosities', async () => {
    await expect(fixture.db.command({ explain: { ping: 1 } })).rejects.toMatchObject({ ok: 0 });
    await expect(
      fixture.db.command({ explain: { find: 'rows' }, verbosity: 'much' }),
    ).rejects.toMatchObject({ code: 2 });
    expect(await fixture.db.command({ explain: { find: 'none' } })).toMatchObject({
      queryPlanner: { winningPlan: { stage: 'EOF' } },
    });
  });
});
