import { type Redis } from 'ioredis';
import { type CountedPolicy } from './counted-policy';
import { type TurnRequest, readGrants, type TurnResponse } from './turn-request';
import { LOOK_SCRIPT, TURN_SCRIPT } from './lua/scripts';
import { limitText } from './quota-policy';
import { quotaKeyText } from './quota-key';
import { type LimitUse, type QuotaSnapshot } from './quota-snapshot';

type RawResponse = [
  status: TurnResponse['status'],
  now: number,
  isKnown: number,
  roomAt: number,
  isWatcher: number,
  hasMore: number,
  mustExtend: number,
  nonce: string,
  grants: number[],
];

type RawLimit = [kind: 'window' | 'bucket', index: number, used: number, roomAt: number];
type RawScope = [
  scope: string,
  step: number,
  until: number,
  waiters: number,
  owners: [owner: string, waiters: number][],
  limits: RawLimit[],
];
type RawLook = [now: number, blockedUntil: number, scopes: RawScope[]];

/** The counts of one policy in Redis. */
export class QuotaStore {
  private turns = 0;

  constructor(
    private readonly redis: Redis,
    private readonly process: string,
    private readonly policy: CountedPolicy,
  ) {}

  /** Sends a turn request and returns the response. */
  async takeTurn(turnRequest: TurnRequest): Promise<TurnResponse> {
    const { prefix, json } = this.policy;
    this.turns += 1;
    const text = JSON.stringify({ process: this.process, number: this.turns, ...turnRequest });
    const [status, now, isKnown, roomAt, isWatcher, hasMore, mustExtend, nonce, grants] =
      (await TURN_SCRIPT.run(this.redis, prefix, json, text)) as RawResponse;
    return {
      status,
      now,
      isKnown: isKnown === 1,
      roomAt,
      isWatcher: isWatcher === 1,
      hasMore: hasMore === 1,
      mustExtend: mustExtend === 1,
      nonce,
      grants: readGrants(grants),
    };
  }

  /** The state of every scope that was used lately; of the policy alone when none was. */
  async look(): Promise<QuotaSnapshot[]> {
    const { prefix, json } = this.policy;
    const raw = (await LOOK_SCRIPT.run(this.redis, prefix, json)) as RawLook;
    const [now, blockedUntil, scopes] = raw;
    const recoveringUntil = blockedUntil > now ? new Date(blockedUntil) : null;
    const seen: RawScope[] = scopes.length > 0 ? scopes : [['', 0, 0, 0, [], []]];
    return seen.map(([scope, step, until, waiters, owners, limits]) => ({
      key: quotaKeyText({ policy: this.policy.name, scope }),
      limits: this.uses(limits, now),
      backoff: step > 0 ? { step, until: new Date(until) } : null,
      recoveringUntil,
      waiters,
      owners: owners.map(([owner, count]) => ({ owner, waiters: count })),
    }));
  }

  private uses(raw: RawLimit[], now: number): LimitUse[] {
    const indexes = { window: 0, bucket: 0 };
    return this.policy.limits.map((limit) => {
      indexes[limit.kind] += 1;
      const [, , used = 0, roomAt = 0] =
        raw.find(([kind, index]) => kind === limit.kind && index === indexes[limit.kind]) ?? [];
      return {
        limit: limitText(limit),
        quota: limit.kind === 'window' ? limit.quota : limit.capacity,
        permitted: this.policy.permitted(limit),
        used,
        roomAt: roomAt > now ? new Date(roomAt) : null,
      };
    });
  }
}
