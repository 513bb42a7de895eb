import { failedToParse } from '../../errors';
import { type Doc, compareNumbers, getOwn, isNumber, toNumber, toRegExp } from '../../values';
import { parseNaturalNumber } from '../integers';
import { type ScaledNumber, scaledNumber } from '../scaled-number';
import { type KeywordCompiler, type Keywords, mustBe } from './keyword';

function isExclusive(keyword: string, schema: Doc): boolean {
  const flag = getOwn(schema, keyword);
  if (flag !== undefined && typeof flag !== 'boolean') {
    throw mustBe(keyword, 'a boolean');
  }
  return flag === true;
}

/** `maximum` and `minimum`; `direction` is 1 where the value must not be above the bound. */
function bound(exclusiveKeyword: string, direction: 1 | -1): KeywordCompiler {
  return (argument, schema, _compileNested, keyword) => {
    if (!isNumber(argument)) {
      throw mustBe(keyword, 'a number');
    }
    const exclusive = isExclusive(exclusiveKeyword, schema);
    return (value) => {
      if (!isNumber(value)) {
        return true;
      }
      if (Number.isNaN(toNumber(value)) || Number.isNaN(toNumber(argument))) {
        return !exclusive && Number.isNaN(toNumber(value)) && Number.isNaN(toNumber(argument));
      }
      const order = compareNumbers(value, argument) * direction;
      return exclusive ? order < 0 : order <= 0;
    };
  };
}

function needs(boundKeyword: string): KeywordCompiler {
  return (_argument, schema, _compileNested, keyword) => {
    if (!Object.hasOwn(schema, boundKeyword)) {
      throw failedToParse(
        `$jsonSchema keyword '${boundKeyword}' must be a present if ${keyword} is present`,
      );
    }
    return undefined;
  };
}

/** 0.3 is a multiple of 0.1 here, as it is for MongoDB, which computes in decimals. */
function isMultiple(value: ScaledNumber, divisor: ScaledNumber): boolean {
  const lowest = Math.min(value.exponent, divisor.exponent);
  const dividend = value.digits * 10n ** BigInt(value.exponent - lowest);
  return dividend % (divisor.digits * 10n ** BigInt(divisor.exponent - lowest)) === 0n;
}

const multipleOf: KeywordCompiler = (argument, _schema, _compileNested, keyword) => {
  if (!isNumber(argument)) {
    throw mustBe(keyword, 'a number');
  }
  const divisor = scaledNumber(argument);
  if (divisor === undefined || divisor.digits <= 0n) {
    throw failedToParse(`$jsonSchema keyword '${keyword}' must have a positive value`);
  }
  return (value) => {
    if (!isNumber(value)) {
      return true;
    }
    const dividend = scaledNumber(value);
    return dividend !== undefined && isMultiple(dividend, divisor);
  };
};

/** Lengths count characters, not the two units that some of them take in JavaScript. */
function lengthOf(text: string): number {
  return [...text].length;
}

const pattern: KeywordCompiler = (argument, _schema, _compileNested, keyword) => {
  if (typeof argument !== 'string') {
    throw mustBe(keyword, 'a string');
  }
  const regularExpression = toRegExp(argument);
  return (value) => typeof value !== 'string' || regularExpression.test(value);
};

/** Keywords of numbers and strings; values of other types satisfy them. */
export const scalarKeywords: Keywords = {
  maximum: bound('exclusiveMaximum', 1),
  minimum: bound('exclusiveMinimum', -1),
  exclusiveMaximum: needs('maximum'),
  exclusiveMinimum: needs('minimum'),
  multipleOf,
  minLength: (argument, _schema, _compileNested, keyword) => {
    const least = Number(parseNaturalNumber(keyword, argument));
    return (value) => typeof value !== 'string' || lengthOf(value) >= least;
  },
  maxLength: (argument, _schema, _compileNested, keyword) => {
    const most = Number(parseNaturalNumber(keyword, argument));
    return (value) => typeof value !== 'string' || lengthOf(value) <= most;
  },
  pattern,
};
