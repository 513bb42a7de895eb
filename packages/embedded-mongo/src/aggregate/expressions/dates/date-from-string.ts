import { CommandError } from '../../../errors';
import { type BsonValue, describe } from '../../../values';
import { failure } from '../../failures';
import { isNullish, namedOperands, orMissing, typeLabel } from '../arguments';
import { type Evaluate, type Scope, constantOf } from '../scope';
import { compileTimeZone } from './date-arguments';
import { dateParser, parseDateString } from './parse-date';
import { type TimeZone } from './time-zone';

type Parser = (text: string, zone: TimeZone | undefined) => Date;

/** `$dateFromString` */
export function compileDateFromString(argument: BsonValue, scope: Scope, name: string): Evaluate {
  const named = namedOperands(
    argument,
    scope,
    name,
    ['dateString'],
    ['format', 'timezone', 'onError', 'onNull'],
  );
  const dateString = named.dateString as Evaluate;
  const zoneOf = compileTimeZone(named.timezone);
  const parserOf = compileParser(named.format);
  const { onError } = named;
  const onNull = orMissing(named.onNull);
  return (doc) => {
    const text = dateString(doc);
    if (isNullish(text)) return named.onNull ? onNull(doc) : null;
    const parser = parserOf(doc);
    const zone = zoneOf(doc);
    if (!parser || !zone) return null;
    try {
      return parser(demandText(text), named.timezone ? zone : undefined);
    } catch (error) {
      if (onError && error instanceof CommandError && error.code === 241) return onError(doc);
      throw error;
    }
  };
}

function demandText(value: BsonValue): string {
  if (typeof value === 'string') return value;
  throw failure(
    241,
    `$dateFromString requires that 'dateString' be a string, found: ${typeLabel(value)} with value ${describe(value)}`,
  );
}

function compileParser(
  format: Evaluate | undefined,
): (doc: Parameters<Evaluate>[0]) => Parser | undefined {
  if (!format) return () => parseDateString;
  const fixed = constantOf(format);
  if (fixed) {
    const parser = parserOfValue(fixed.value);
    return () => parser;
  }
  return (doc) => parserOfValue(format(doc));
}

function parserOfValue(format: BsonValue): Parser | undefined {
  if (isNullish(format)) return undefined;
  if (typeof format !== 'string') {
    throw failure(
      40684,
      `$dateFromString requires that 'format' be a string, found: ${typeLabel(format)} with value ${describe(format)}`,
    );
  }
  return dateParser(format);
}
