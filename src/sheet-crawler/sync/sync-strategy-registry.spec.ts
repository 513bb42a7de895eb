import { SYNC_MODES } from '../connections/sheet-connection';
import { SYNC_STRATEGIES } from '../sheet-crawler-worker.module';
import { SyncStrategyRegistry } from './sync-strategy-registry';

const all = () => SYNC_STRATEGIES.map((Strategy) => new Strategy());

describe('the strategies of syncing', () => {
  it('have exactly one for every mode', () => {
    const strategies = new SyncStrategyRegistry(all());
    for (const mode of SYNC_MODES) expect(strategies.of(mode).kind).toBe(mode);
  });

  it('are refused when two are for the same mode', () => {
    expect(() => new SyncStrategyRegistry([...all(), ...all()])).toThrow(
      'Two strategies sync in the mode append',
    );
  });

  it('are refused when none is for a mode', () => {
    const [first] = all();
    expect(() => new SyncStrategyRegistry(first ? [first] : [])).toThrow(
      'No strategy syncs in the mode mirror',
    );
  });
});
