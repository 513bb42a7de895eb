import { DomainError } from '@tributary/common';
import { type RunKindDefinition, type RunKindTable } from '@tributary/contracts';

/** The kinds of runs that this application knows. */
export class RunKinds {
  /** Refuses two kinds on one queue: pausing or watching one would mean the other as well. */
  constructor(private readonly table: RunKindTable) {
    const queues = Object.values(table).map(({ queue }) => queue);
    const twice = queues.find((queue, index) => queues.indexOf(queue) !== index);
    if (twice !== undefined) throw new Error(`Two kinds of runs share the queue ${twice}`);
  }

  /** All of them, by name. */
  get names(): string[] {
    return Object.keys(this.table);
  }

  /** What is known of a kind; nothing of one that this version of the product does not have. */
  find(kind: string): RunKindDefinition | undefined {
    return Object.hasOwn(this.table, kind) ? this.table[kind] : undefined;
  }

  /** What is known of a kind; UNKNOWN_KIND when there is none of that name. */
  get(kind: string): RunKindDefinition {
    const definition = this.find(kind);
    if (definition) return definition;
    throw new DomainError('UNKNOWN_KIND', {
      detail: `There is no kind of run called ${kind}. Known are: ${this.names.join(', ')}.`,
    });
  }
}
