import { CommandError } from '../errors';

/** An error that MongoDB knows by number only: its name is `Location<code>`. */
export function locationError(code: number, message: string): CommandError {
  return new CommandError(code, `Location${code}`, message);
}
