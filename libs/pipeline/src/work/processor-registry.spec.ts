import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { type Joined } from '../children/child-run';
import { defineRunKind } from '../kinds/run-kind';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { ProcessorRegistry } from './processor-registry';
import { RunProcessor, type RunHandler } from './run-processor';

const A = defineRunKind('a', { queue: 'as' });
const B = defineRunKind('b', { queue: 'bs' });
const C = defineRunKind('c', { queue: 'cs' });

@Injectable()
@RunProcessor(A)
class First implements RunHandler {
  process = () => Promise.resolve({ a: 1 });
}

@Injectable()
@RunProcessor(B)
class Second implements RunHandler {
  process = () => Promise.resolve({ b: 1 });
}

@Injectable()
@RunProcessor(B)
class Third extends Second {}

@Injectable()
@RunProcessor(C)
class Stranger extends Second {}

@Injectable()
@RunProcessor(B)
class Joiner extends Second {
  join(): Promise<Joined> {
    return Promise.resolve({ result: {}, outcome: 'complete' });
  }
}

async function registryWith(...processors: Type[]): Promise<ProcessorRegistry> {
  const kinds = new RunKindRegistry([A, B]);
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule],
    providers: [ProcessorRegistry, { provide: RunKindRegistry, useValue: kinds }, ...processors],
  }).compile();
  return module.get(ProcessorRegistry);
}

describe('the registry of processors', () => {
  it('knows the processor of every kind', async () => {
    const found = (await registryWith(First, Second)).collect();
    expect([...found.keys()].sort()).toEqual(['a', 'b']);
    expect(found.get('a')).toBeInstanceOf(First);
  });

  it.each([
    ['a kind without a processor', [First], 'b has no processor'],
    ['a kind with two', [First, Second, Third], 'b has more than one processor: Second, Third'],
    ['a kind that nobody knows', [First, Second, Stranger], 'Stranger processes c'],
    ['a join that no children have', [First, Joiner], 'Joiner has a join, but b does not fan out'],
  ])('refuses %s', async (_, processors, complaint) => {
    const registry = await registryWith(...processors);
    expect(() => registry.collect()).toThrow(complaint);
  });
});
