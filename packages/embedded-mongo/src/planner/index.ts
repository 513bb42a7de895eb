export { choosePlan, type PlanQuery } from './choose-plan';
export { explainPlan, type PlanSummary } from './explain-plan';
export { YieldScheduler } from './yield-scheduler';
export { type Plan, type ScanPlan, type TextPlan, type UnionPlan } from './plan';
export { type Candidate, canSkipByKeys, countKeys, runPlan, skipKeys } from './run-plan';
