import type { PlanSummary } from '../engine';
import { describePlan } from './plan-description';

const scan: PlanSummary = {
  stage: 'COLLSCAN',
  direction: 'forward',
  sortInMemory: false,
  exact: false,
};
const byIndex: PlanSummary = {
  stage: 'IXSCAN',
  indexName: 'a_1',
  keyPattern: { a: 1 },
  direction: 'backward',
  sortInMemory: false,
  exact: true,
  indexBounds: { a: ['[1, 1]'] },
};

describe('describePlan', () => {
  it('shows a collection scan with its filter', () => {
    expect(describePlan(scan, { filter: { a: 1 } })).toEqual({
      stage: 'COLLSCAN',
      filter: { a: 1 },
      direction: 'forward',
    });
  });

  it('fetches what an index scan finds', () => {
    expect(describePlan(byIndex, { filter: { a: 1 } })).toMatchObject({
      stage: 'FETCH',
      inputStage: { stage: 'IXSCAN', indexName: 'a_1', direction: 'backward' },
    });
  });

  it('stacks sort, skip, limit and projection', () => {
    const query = { filter: {}, sort: { b: 1 }, skip: 2 };
    expect(describePlan({ ...scan, sortInMemory: true }, query, { a: 1 })).toMatchObject({
      stage: 'PROJECTION_SIMPLE',
      inputStage: {
        stage: 'SKIP',
        inputStage: { stage: 'SORT', inputStage: { stage: 'COLLSCAN' } },
      },
    });
    expect(describePlan(byIndex, { filter: {}, limit: 3 })).toMatchObject({
      stage: 'LIMIT',
      limitAmount: 3,
    });
  });

  it('shows each branch of an $or', () => {
    const plan: PlanSummary = { ...scan, stage: 'OR', branches: [byIndex, byIndex] };
    expect(describePlan(plan, { filter: {} })).toMatchObject({
      inputStage: { stage: 'OR', inputStages: [{ indexName: 'a_1' }, { indexName: 'a_1' }] },
    });
  });
});
