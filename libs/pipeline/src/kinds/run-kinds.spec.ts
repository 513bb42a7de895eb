import { DEFAULT_RUN_KIND, RUN_KINDS } from '@tributary/contracts';
import { RunKinds } from './run-kinds';

describe('the kinds of runs', () => {
  it('of the product have a queue each', () => {
    expect(new RunKinds(RUN_KINDS).names).toEqual(Object.keys(RUN_KINDS));
  });

  it('may not share a queue', () => {
    const kind = { ...DEFAULT_RUN_KIND, queue: 'same' };
    expect(() => new RunKinds({ a: kind, b: kind })).toThrow('share the queue same');
  });

  it.each(['nothing', 'constructor', '__proto__', 'toString'])('do not include %s', (kind) => {
    const kinds = new RunKinds({ a: { ...DEFAULT_RUN_KIND, queue: 'a' } });
    expect(() => kinds.get(kind)).toThrow(`There is no kind of run called ${kind}`);
  });
});
