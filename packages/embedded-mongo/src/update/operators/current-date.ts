import { badValue } from '../../errors';
import { type BsonValue, isPlainObject, Timestamp, typeName } from '../../values';
import { changingValue, type ModifierParser } from './modifier';

const MILLISECONDS_OF_A_SECOND = 1000;

/** `$currentDate`: the time of the command, as a date or as a timestamp. */
export const parseCurrentDate: ModifierParser = ({ argument }) => {
  const valueAt = clockOf(argument);
  return changingValue({
    update: (_current, _target, { now }) => valueAt(now),
    create: (_target, { now }) => valueAt(now),
  });
};

function clockOf(argument: BsonValue): (now: Date) => BsonValue {
  if (typeof argument === 'boolean') return (now) => new Date(now);
  if (!isPlainObject(argument))
    throw badValue(
      `${typeName(argument)} is not valid type for $currentDate. Please use a boolean ('true') ` +
        "or a $type expression ({$type: 'timestamp/date'}).",
    );
  let wanted: BsonValue;
  for (const [option, value] of Object.entries(argument)) {
    if (option !== '$type') throw badValue(`Unrecognized $currentDate option: ${option}`);
    wanted = value;
  }
  if (wanted === 'date') return (now) => new Date(now);
  if (wanted === 'timestamp') return timestampOf;
  throw badValue(
    "The '$type' string field is required to be 'date' or 'timestamp': " +
      "{$currentDate: {field : {$type: 'date'}}}",
  );
}

function timestampOf(now: Date): Timestamp {
  return new Timestamp({ t: Math.floor(now.getTime() / MILLISECONDS_OF_A_SECOND), i: 1 });
}
