import { type Collection } from 'mongoose';
import { type RunRecord } from '../../../libs/pipeline/src/ledger/run.schema';
import { type Effects } from '../program/effects.repository';
import { type TerminalEvents } from './terminal-events';

/** Where it can be seen what became of runs. */
export interface Evidence {
  /** The runs as they are stored. */
  readonly ledger: Collection<RunRecord>;
  readonly effects: Effects;
  readonly events: TerminalEvents;
}
