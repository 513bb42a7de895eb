import { CommandError } from '../errors';

/** An error that MongoDB numbers by the place in its source: its name is `Location<code>`. */
export function failure(code: number, message: string): CommandError {
  return new CommandError(code, NAMED_CODES.get(code) ?? `Location${code}`, message);
}

/** The codes of this room that have a name of their own. */
const NAMED_CODES: ReadonlyMap<number, string> = new Map([
  [2, 'BadValue'],
  [9, 'FailedToParse'],
  [14, 'TypeMismatch'],
  [15, 'Overflow'],
  [72, 'InvalidOptions'],
  [168, 'InvalidPipelineOperator'],
  [238, 'NotImplemented'],
  [241, 'ConversionFailure'],
]);
