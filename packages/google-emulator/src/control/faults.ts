import { type FaultDefinition, type FaultEffect, type FaultSubject } from './fault-definition';
import { seededRandom } from './seeded-random';

/** A fault that was added. */
export interface FaultHandle {
  readonly id: number;
  readonly definition: FaultDefinition;
  /** How many requests met it. */
  readonly hits: number;
  /** Ends it. */
  remove(): void;
}

const MANY_FAULTS = 1000;

/** The faults that requests meet; of several that fit, the one that was added first. */
export class Faults {
  private readonly active = new Map<number, Fault>();
  private lastId = 0;
  private random = seededRandom(1);

  /** Adds a fault. */
  add(definition: FaultDefinition): FaultHandle {
    check(definition);
    if (this.active.size >= MANY_FAULTS) this.dropSpent();
    const id = ++this.lastId;
    const fault = new Fault(id, definition, () => void this.active.delete(id));
    this.active.set(id, fault);
    return fault;
  }

  /** The faults that were not removed, oldest first, those that are spent included. */
  all(): FaultHandle[] {
    return [...this.active.values()];
  }

  /** The fault of that id. */
  find(id: number): FaultHandle | undefined {
    return this.active.get(id);
  }

  /** Removes all faults; chances are drawn anew from a seed. */
  clear(seed = 1): void {
    this.active.clear();
    this.random = seededRandom(seed);
  }

  /** What goes wrong for a request, if anything does. */
  next(subject: FaultSubject): FaultEffect | undefined {
    for (const fault of this.active.values()) {
      if (fault.strikes(subject, this.random)) return fault.definition;
    }
    return undefined;
  }

  private dropSpent(): void {
    for (const fault of this.active.values()) if (fault.isSpent) fault.remove();
  }
}

class Fault implements FaultHandle {
  hits = 0;
  private seen = 0;

  constructor(
    readonly id: number,
    readonly definition: FaultDefinition,
    readonly remove: () => void,
  ) {}

  get isSpent(): boolean {
    return this.hits >= (this.definition.times ?? 1);
  }

  strikes(subject: FaultSubject, random: () => number): boolean {
    const { after = 0, probability = 1 } = this.definition;
    if (this.isSpent || !fits(this.definition, subject)) return false;
    this.seen += 1;
    if (this.seen <= after) return false;
    if (probability < 1 && random() >= probability) return false;
    this.hits += 1;
    return true;
  }
}

function fits(definition: FaultDefinition, subject: FaultSubject): boolean {
  const { api, route, account, path, kind } = definition;
  // A fault for "anything" is meant for the calls, not for the token that they need first.
  if (api === undefined ? subject.api === 'oauth' : api !== subject.api) return false;
  if (typeof route === 'string' && route !== subject.route) return false;
  if (route instanceof RegExp && (subject.route ?? '').search(route) < 0) return false;
  if (account !== undefined && account !== subject.account) return false;
  const hasGoodToken = subject.api !== 'oauth' && subject.account !== undefined;
  if (kind === 'expired-token' && !hasGoodToken) return false;
  return path === undefined || subject.path.search(path) >= 0;
}

function check(definition: FaultDefinition): void {
  const { times = 1, after = 0, probability = 1 } = definition;
  if (!(times >= 1)) throw new Error('A fault needs times of 1 or more (Infinity for always)');
  if (!(after >= 0)) throw new Error('A fault needs after of 0 or more');
  if (!(probability >= 0 && probability <= 1)) {
    throw new Error('A fault needs a probability from 0 to 1');
  }
  if (definition.kind === 'cut-body') {
    const { fraction, bytes } = definition;
    if ((fraction === undefined) === (bytes === undefined)) {
      throw new Error('A cut-body fault needs either fraction or bytes');
    }
    if (!((fraction ?? 0) >= 0 && (fraction ?? 0) <= 1 && (bytes ?? 0) >= 0)) {
      throw new Error('A cut-body fault needs a fraction from 0 to 1 or bytes from 0 on');
    }
  }
  if (
    (definition.kind === 'slow-headers' || definition.kind === 'slow-body') &&
    !(definition.ms >= 0)
  ) {
    throw new Error(`A ${definition.kind} fault needs ms of 0 or more`);
  }
}
