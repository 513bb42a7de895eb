import { SYNC_MODES, type SyncMode } from '../connections/sheet-connection';
import { type SyncStrategy } from './sync-strategy';

/** The sync strategies by mode: exactly one for each. */
export class SyncStrategyRegistry {
  private readonly known: ReadonlyMap<SyncMode, SyncStrategy>;

  constructor(strategies: readonly SyncStrategy[]) {
    this.known = new Map(strategies.map((strategy) => [strategy.kind, strategy]));
    const kinds = strategies.map(({ kind }) => kind);
    const twice = kinds.find((kind, at) => kinds.indexOf(kind) !== at);
    if (twice !== undefined) throw new Error(`Two strategies sync in the mode ${twice}`);
    const none = SYNC_MODES.find((mode) => !this.known.has(mode));
    if (none !== undefined) throw new Error(`No strategy syncs in the mode ${none}`);
  }

  /** The strategy of a mode. */
  of(mode: SyncMode): SyncStrategy {
    return this.known.get(mode) as SyncStrategy;
  }
}
