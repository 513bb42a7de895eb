import { type BsonValue, type Doc, isPlainObject } from '../../values';

/**
 * Whether the result of an inner pipeline may differ from one outer document to the next: it names
 * a variable of lower case, as all user variables are, or rolls dice.
 */
export function variablesUsed(pipeline: readonly Doc[]): boolean {
  return pipeline.some((stage) => mentions(stage));
}

const BY_CHANCE: ReadonlySet<string> = new Set(['$rand', '$sample', '$sampleRate']);

function mentions(value: BsonValue): boolean {
  if (typeof value === 'string') return /^\$\$[^A-Z]/.test(value);
  if (Array.isArray(value)) return value.some(mentions);
  if (!isPlainObject(value)) return false;
  return Object.keys(value).some((field) => BY_CHANCE.has(field) || mentions(value[field]));
}
