import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { PROCESSED_KIND, type RunHandler } from './run-processor';

/** Finds the one processor of every kind of run. */
@Injectable()
export class ProcessorRegistry {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly kinds: RunKindRegistry,
  ) {}

  /** Throws when a kind has no processor or two, or a processor is for an unknown kind. */
  collect(): ReadonlyMap<string, RunHandler> {
    const found = this.discovery
      .getProviders({ metadataKey: PROCESSED_KIND.KEY })
      .map((wrapper) => ({
        kind: this.discovery.getMetadataByDecorator(PROCESSED_KIND, wrapper)?.name ?? '',
        name: String(wrapper.name),
        processor: wrapper.instance as RunHandler,
      }));
    const known = new Set(this.kinds.names);
    const problems = [
      ...found
        .filter(({ kind }) => !known.has(kind))
        .map(({ kind, name }) => `${name} processes ${kind}, which no feature registered`),
      ...this.kinds.names.flatMap((kind) => {
        const names = found.filter((one) => one.kind === kind).map(({ name }) => name);
        if (names.length === 1) return [];
        return names.length === 0
          ? [`${kind} has no processor`]
          : [`${kind} has more than one processor: ${names.join(', ')}`];
      }),
      ...found.flatMap(({ kind, name, processor }) => {
        const fansOut = this.kinds.find(kind)?.fansOut === true;
        if (fansOut === (processor.join !== undefined)) return [];
        return [
          fansOut
            ? `${name} has no join, but ${kind} fans out`
            : `${name} has a join, but ${kind} does not fan out`,
        ];
      }),
    ];
    if (problems.length > 0) {
      throw new Error(`Every kind of run needs exactly one processor: ${problems.join('; ')}`);
    }
    return new Map(found.map(({ kind, processor }) => [kind, processor]));
  }
}
