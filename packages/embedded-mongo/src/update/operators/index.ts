import { parseAddToSet } from './add-to-set';
import { parseIncrement, parseMultiply } from './arithmetic';
import { parseBit } from './bit';
import { parseMax, parseMin } from './compare';
import { parseCurrentDate } from './current-date';
import { type ModifierParser } from './modifier';
import { parsePop } from './pop';
import { parsePull, parsePullAll } from './pull';
import { parsePush } from './push';
import { parseRename } from './rename';
import { parseSet, parseSetOnInsert, parseUnset } from './set';

/** Every update operator by name. */
export const UPDATE_OPERATORS: ReadonlyMap<string, ModifierParser> = new Map([
  ['$addToSet', parseAddToSet],
  ['$bit', parseBit],
  ['$currentDate', parseCurrentDate],
  ['$inc', parseIncrement],
  ['$max', parseMax],
  ['$min', parseMin],
  ['$mul', parseMultiply],
  ['$pop', parsePop],
  ['$pull', parsePull],
  ['$pullAll', parsePullAll],
  ['$push', parsePush],
  ['$rename', parseRename],
  ['$set', parseSet],
  ['$setOnInsert', parseSetOnInsert],
  ['$unset', parseUnset],
]);

/** Operators that never bring a field into being, so that its name needs no check. */
export const ONLY_REMOVING_OPERATORS: ReadonlySet<string> = new Set([
  '$pop',
  '$pull',
  '$pullAll',
  '$unset',
]);
