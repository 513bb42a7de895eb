export {
  DayRangeQueryDto,
  GranularityQueryDto,
  OpenDayRangeQueryDto,
} from './dto/day-range-query.dto';
export { IsDay, IsZone } from './dto/validators';
export { type DayRange, type InstantRange, instantRangeOf, isLimited } from './day-range';
export {
  addDays,
  countPeriods,
  GRANULARITIES,
  type Granularity,
  periodOf,
  periodsIn,
} from './granularity';
export { type QueryRange, type RangeQuery, rangeParameters, toQueryRange } from './query-range';
export { checkSeries, type SeriesRange } from './series-range';
