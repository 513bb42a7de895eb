import { type CellError, type CellErrorType } from '../definition';

const CODES: Readonly<Record<CellErrorType, string>> = {
  ERROR: '#ERROR!',
  NULL_VALUE: '#NULL!',
  DIVIDE_BY_ZERO: '#DIV/0!',
  VALUE: '#VALUE!',
  REF: '#REF!',
  NAME: '#NAME?',
  NUM: '#NUM!',
  N_A: '#N/A',
  LOADING: 'Loading...',
};

/** The names of all errors. */
export const ERROR_TYPES = Object.keys(CODES) as readonly CellErrorType[];

/** An error as the cell shows it. */
export function errorCode(error: CellErrorType): string {
  return CODES[error];
}

/** An error as `UNFORMATTED_VALUE` gives it, with what Sheets says about it. */
export function errorWithMessage({ error, message }: CellError): string {
  const code = CODES[error];
  return message === undefined || error === 'LOADING' ? code : `${code} (${message})`;
}
