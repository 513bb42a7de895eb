import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { DEFAULT_RUN_KIND } from '@tributary/contracts';
import { RunKinds } from '../kinds/run-kinds';
import { ProcessorRegistry } from './processor-registry';
import { RunProcessor, type RunHandler } from './run-processor';

@Injectable()
@RunProcessor('a')
class First implements RunHandler {
  process = () => Promise.resolve({ a: 1 });
}

@Injectable()
@RunProcessor('b')
class Second implements RunHandler {
  process = () => Promise.resolve({ b: 1 });
}

@Injectable()
@RunProcessor('b')
class Third extends Second {}

@Injectable()
@RunProcessor('c')
class Stranger extends Second {}

async function registryWith(...processors: Type[]): Promise<ProcessorRegistry> {
  const kinds = new RunKinds({
    a: { ...DEFAULT_RUN_KIND, queue: 'as' },
    b: { ...DEFAULT_RUN_KIND, queue: 'bs' },
  });
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule],
    providers: [ProcessorRegistry, { provide: RunKinds, useValue: kinds }, ...processors],
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
  ])('refuses %s', async (_, processors, complaint) => {
    const registry = await registryWith(...processors);
    expect(() => registry.collect()).toThrow(complaint);
  });
});
