import { type LiveEventName } from '@tributary/contracts';
import { DEFAULT_RUN_KIND, defineRunKind } from './run-kind';
import { RunKindRegistry } from './run-kind-registry';

describe('the kinds of runs', () => {
  it('are listed in the order of their names', () => {
    const [a, b] = [defineRunKind('a', { queue: 'x' }), defineRunKind('b', { queue: 'w' })];
    expect(new RunKindRegistry([b, a]).names).toEqual(['a', 'b']);
  });

  it('may not share a name', () => {
    const kinds = [defineRunKind('a', { queue: 'one' }), defineRunKind('a', { queue: 'other' })];
    expect(() => new RunKindRegistry(kinds)).toThrow('The kind of run a is registered twice');
  });

  it('may not share a queue', () => {
    const kinds = [defineRunKind('a', { queue: 'same' }), defineRunKind('b', { queue: 'same' })];
    expect(() => new RunKindRegistry(kinds)).toThrow('share the queue same: a, b');
  });

  it('may not share events of their own', () => {
    const succeeded = 'mail:sent' as LiveEventName;
    const events = { ...DEFAULT_RUN_KIND.events, succeeded };
    const a = defineRunKind('a', { queue: 'as', events });
    const b = defineRunKind('b', { queue: 'bs', events });
    expect(() => new RunKindRegistry([a, b])).toThrow('share the event mail:sent: a, b');
    expect(new RunKindRegistry([a, defineRunKind('c', { queue: 'cs' })]).names).toEqual(['a', 'c']);
  });

  it.each(['nothing', 'constructor', '__proto__', 'toString'])('do not include %s', (kind) => {
    const kinds = new RunKindRegistry([defineRunKind('a', { queue: 'a' })]);
    expect(() => kinds.get(kind)).toThrow(`There is no kind of run called ${kind}`);
  });

  it('have the first retry pause of the process only where they have none of their own', () => {
    const kinds = new RunKindRegistry(
      [
        defineRunKind('own', { queue: 'own', retry: { firstMs: 50 } }),
        defineRunKind('usual', { queue: 'usual', retry: { retries: 7 } }),
      ],
      300,
    );
    expect(kinds.get('own').retry).toMatchObject({ retries: 3, firstMs: 50 });
    expect(kinds.get('usual').retry).toMatchObject({ retries: 7, firstMs: 300 });
  });
});
