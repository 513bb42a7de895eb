import { SheetTypeRegistry } from '../../sheet-crawler';
import { type SheetTypeStrategy } from './sheet-type.strategy';

/** The type of a sheet whose tab name says nothing. */
export const DEFAULT_TYPE = 'orders';

/** The types of sheets by name: each exactly once. */
export class SheetTypes extends SheetTypeRegistry {
  private readonly known: ReadonlyMap<string, SheetTypeStrategy>;
  private readonly usual: SheetTypeStrategy;

  constructor(strategies: readonly SheetTypeStrategy[]) {
    super();
    this.known = new Map(strategies.map((strategy) => [strategy.kind, strategy]));
    const kinds = strategies.map(({ kind }) => kind);
    const twice = kinds.find((kind, at) => kinds.indexOf(kind) !== at);
    if (twice !== undefined) throw new Error(`Two strategies are for sheets of the type ${twice}`);
    const usual = this.known.get(DEFAULT_TYPE);
    if (!usual) throw new Error(`No strategy is for sheets of the type ${DEFAULT_TYPE}`);
    this.usual = usual;
  }

  /** What they are called. */
  get names(): string[] {
    return [...this.known.keys()];
  }

  /** The strategy of a type; for a type that no longer exists, the default one. */
  of(kind: string): SheetTypeStrategy {
    return this.known.get(kind) ?? this.usual;
  }

  /** The type that the name of a tab says, whatever its case; orders when it says none. */
  detect(tabName: string): string {
    const name = tabName.trim().toLowerCase();
    return this.known.has(name) ? name : DEFAULT_TYPE;
  }
}
