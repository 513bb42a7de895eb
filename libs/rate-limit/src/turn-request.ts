/** A request that wants a permit. */
export interface Ask {
  /** Its number, unique in its process. */
  request: number;
  scope: string;
  owner: string;
  tokens: number;
  /** It was sent before, and may have been granted or be waiting already. */
  is_repeated: boolean;
}

/** A cancelled request; if it was granted, its slots are released. */
export type Cancellation = Omit<Ask, 'is_repeated'>;

/** A request that its provider has answered. */
export interface Answered {
  request: number;
  scope: string;
  tokens: number;
  granted_at: number;
  is_throttled: boolean;
  /** The Retry-After of the provider in milliseconds; 0 when it gave none. */
  retry_after: number;
  /** The random factor of the pause, so that not all clients return at once. */
  jitter: number;
}

/** Where a policy resumes after its counts were lost. */
export interface RecoveryPoint {
  /** Identifies the loss. */
  nonce: string;
  /** From the journal, see `Usage`; 0 when it has no entry. */
  used_until: number;
  answered_until: number;
}

/** One exchange of a process with a policy: what it reports and what it asks for. */
export interface TurnRequest {
  asked: Ask[];
  cancelled: Cancellation[];
  answered: Answered[];
  /** Whether the process has waiters. */
  is_waiting: boolean;
  begin: RecoveryPoint | undefined;
  /** The journal covers grants until then. */
  cover: number | undefined;
}

/** A request that was served. */
export interface Grant {
  request: number;
  /** Milliseconds of Redis' clock. */
  at: number;
}

/** The response of a policy to a turn request. */
export interface TurnResponse {
  /**
   * `cold`: the counts are new or were lost, the journal has to be read; `uncovered`: the journal
   * has to be extended before anything is granted.
   */
  status: 'open' | 'cold' | 'uncovered';
  /** Milliseconds of Redis' clock. */
  now: number;
  /**
   * False when this process had not reported for long, so that its waiters may have been dropped.
   */
  isKnown: boolean;
  /** When there will be room for the next waiter; 0 when there is none. */
  roomAt: number;
  /** Whether this process has to send a turn request then. */
  isWatcher: boolean;
  /** Whether more could be granted than one turn does. */
  hasMore: boolean;
  /** Whether this process is the one to extend the journal. */
  mustExtend: boolean;
  nonce: string;
  grants: Grant[];
}

/** Reads grants as the scripts write them: request, time, request, time. */
export function readGrants(flat: readonly (number | string)[]): Grant[] {
  const grants: Grant[] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) {
    grants.push({ request: Number(flat[i]), at: Number(flat[i + 1]) });
  }
  return grants;
}
