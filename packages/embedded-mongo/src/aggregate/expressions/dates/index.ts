import { type OperatorTable } from '../scope';
import { compileDateFromString } from './date-from-string';
import { compileDateToString } from './format-date';
import { datePartOperators } from './parts';
import { dateShiftOperators } from './shift';
import { compileDateTrunc } from './truncate';

/** The operators on dates. */
export const dateOperators: OperatorTable = {
  ...datePartOperators,
  ...dateShiftOperators,
  $dateTrunc: compileDateTrunc,
  $dateToString: compileDateToString,
  $dateFromString: compileDateFromString,
};
