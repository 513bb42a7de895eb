import { type DiscoveryService } from '@nestjs/core';
import { DomainError } from '@tributary/common';
import { DEFAULT_RETRY, DEFAULT_RUN_KIND, type RegisteredRunKind, type RunKind } from './run-kind';
import '../pipeline.errors';

/** The kinds of runs that one feature registered, for {@link RunKindRegistry} to find at boot. */
export class FeatureKinds {
  constructor(readonly kinds: readonly RunKind[]) {}
}

/** The kinds of runs that the features of this application registered. */
export class RunKindRegistry {
  private readonly kinds: ReadonlyMap<string, RegisteredRunKind>;

  /**
   * Rejects two kinds of one name, two on one queue, since pausing or watching one would concern
   * the other as well, and two with the same events of their own. `firstRetryMs` is for kinds that
   * have no first pause of their own.
   */
  constructor(kinds: readonly RunKind[], firstRetryMs = DEFAULT_RETRY.firstMs) {
    const name = firstDuplicate(kinds.map((kind) => kind.name));
    if (name !== undefined) throw new Error(`The kind of run ${name} is registered twice`);
    const queue = firstDuplicate(kinds.map((kind) => kind.queue));
    if (queue !== undefined) {
      const names = kinds.filter((kind) => kind.queue === queue).map((kind) => kind.name);
      throw new Error(`Two kinds of runs share the queue ${queue}: ${names.join(', ')}`);
    }
    refuseSharedEvents(kinds);
    const defaults = { ...DEFAULT_RETRY, firstMs: firstRetryMs };
    // Sorted by name, so that the order of the features makes no difference.
    const sorted = kinds.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    this.kinds = new Map(
      sorted.map((kind) => [kind.name, { ...kind, retry: { ...defaults, ...kind.retry } }]),
    );
  }

  /** The kinds of all features: they are registered before the first provider is created. */
  static ofFeatures(discovery: DiscoveryService, firstRetryMs?: number): RunKindRegistry {
    const registered = discovery
      .getProviders()
      .map(({ instance }: { instance: unknown }) => instance)
      .filter((instance) => instance instanceof FeatureKinds);
    return new RunKindRegistry(
      registered.flatMap(({ kinds }) => kinds),
      firstRetryMs,
    );
  }

  /** All of them, by name. */
  get names(): string[] {
    return [...this.kinds.keys()];
  }

  /** A kind by its name; undefined when this version of the product does not have it. */
  find(name: string): RegisteredRunKind | undefined {
    return this.kinds.get(name);
  }

  /** A kind by its name; UNKNOWN_KIND when there is none. */
  get(name: string): RegisteredRunKind {
    const kind = this.find(name);
    if (kind) return kind;
    throw new DomainError('UNKNOWN_KIND', {
      detail: `There is no kind of run called ${name}. Known are: ${this.names.join(', ')}.`,
    });
  }
}

/** Listeners to events of one kind rely on the subjects of that kind. */
function refuseSharedEvents(kinds: readonly RunKind[]): void {
  const common = new Set<string>(Object.values(DEFAULT_RUN_KIND.events));
  const owners = new Map<string, string>();
  for (const { name, events } of kinds) {
    for (const event of new Set(Object.values(events))) {
      if (common.has(event)) continue;
      const owner = owners.get(event);
      if (owner !== undefined) {
        throw new Error(`Two kinds of runs share the event ${event}: ${owner}, ${name}`);
      }
      owners.set(event, name);
    }
  }
}

function firstDuplicate(texts: readonly string[]): string | undefined {
  return texts.find((text, index) => texts.indexOf(text) !== index);
}
