import { type Principal } from '../auth/principal';
import { type FaultStatus } from '../control/fault-definition';
import { type Answer } from './answer';
import { type ApiName, type QuotaMetric } from './route';

/** What can be answered in place of the real answer. */
export interface Replacement {
  readonly status: FaultStatus;
  readonly message?: string;
  readonly error?: string;
}

/** A request whose addressee is known: who asks for what, and how it is answered. */
export interface Work {
  readonly api?: ApiName;
  /** The name of the method. */
  readonly route?: string;
  /** Whom a good token belongs to, or who asks for one. */
  readonly account?: Principal['email'];
  readonly metric?: QuotaMetric;
  readonly cost?: number;
  answer(): Answer | Promise<Answer>;
  /** The answer when a fault wants another status. */
  replaced(by: Replacement): Answer;
}
