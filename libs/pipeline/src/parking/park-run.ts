import { type Parking } from '../ledger/run';

/** A word, as it is stored as the name of a field, too. */
const REASON = /^[a-z][a-z0-9_]{0,63}$/;

/**
 * Thrown by a processor whose run cannot go on before something happens outside of it. The run
 * waits without a worker and without costing an attempt until `RunService.unpark` is called with
 * the reason, and fails with the code when that did not happen by the date.
 */
export class ParkRun extends Error {
  constructor(readonly parking: Parking) {
    super(`The run has to wait: ${parking.reason}`);
    if (!REASON.test(parking.reason)) {
      throw new Error(`The reason for parking a run is a word such as waiting_for_token`);
    }
  }
}
