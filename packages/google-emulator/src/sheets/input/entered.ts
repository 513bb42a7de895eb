import { type NumberFormat } from '../definition';
import { type Content } from '../model/cell';

/** What becomes of a text that somebody types into a cell. */
export interface Entered {
  readonly content: Content;
  /** The format that Sheets gives to a cell which has none. */
  readonly format?: NumberFormat;
  readonly formula?: string;
}
