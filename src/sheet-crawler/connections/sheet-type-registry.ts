import { type SheetConnection } from './sheet-connection';

/** The settings that decide what the rows of a connection are about. */
export type TypedConnection = Pick<SheetConnection, 'sheet_name' | 'sheet_type'>;

/** The types that sheets can have. The feature that knows them provides this class. */
export abstract class SheetTypeRegistry {
  /** What they are called. */
  abstract readonly names: readonly string[];

  /** The type that the name of a tab says. */
  abstract detect(tabName: string): string;

  /** What a connection's rows are about: chosen by its owner, or else by the name of its tab. */
  typeOf({ sheet_name, sheet_type }: TypedConnection): string {
    return sheet_type ?? this.detect(sheet_name);
  }
}
