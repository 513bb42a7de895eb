import { type ValidationError } from 'class-validator';
import { type FieldProblem } from '../errors/domain-error';

/** Flattens class-validator's tree into one problem per field and constraint. */
export function toFieldProblems(
  errors: readonly ValidationError[],
  parent: readonly (string | number)[],
  isList = false,
): FieldProblem[] {
  return errors.flatMap((error) => {
    const loc = [...parent, isList ? Number(error.property) : error.property];
    const children = toFieldProblems(error.children ?? [], loc, Array.isArray(error.value));
    return [...ownProblems(error, loc), ...children];
  });
}

function ownProblems(error: ValidationError, loc: (string | number)[]): FieldProblem[] {
  const constraints = Object.entries(error.constraints ?? {});
  if (constraints.length === 0) return [];
  if (constraints.some(([name]) => name === 'whitelistValidation')) {
    return [{ loc, msg: 'Unknown field; remove it.', type: 'unknown_field' }];
  }
  // Every constraint fails on a missing value; one sentence says it better than five.
  if (error.value === undefined) return [{ loc, msg: 'Field required.', type: 'missing' }];
  return constraints.map(([name, message]) => ({ loc, msg: sentence(message), type: snake(name) }));
}

function sentence(message: string): string {
  const capital = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
