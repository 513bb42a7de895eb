import { existsSync } from 'node:fs';
import { type Benchmark, type BenchmarkContext, type Figure } from './benchmark';
import { runInContext } from './context';

const surroundings = { signal: new AbortController().signal, progress: (): void => undefined };
const oneFigure = [{ name: 'speed' }] as Figure[];

const benchmark = (run: Benchmark['run']): Benchmark => ({ name: 'example', title: '', run });

describe('runInContext', () => {
  it('gives a folder and removes it', async () => {
    let folder = '';
    await runInContext(
      benchmark((context) => {
        folder = context.folder;
        expect(existsSync(folder)).toBe(true);
        return Promise.resolve(oneFigure);
      }),
      surroundings,
    );
    expect(existsSync(folder)).toBe(false);
  });

  it('cleans up last one first, although the benchmark failed', async () => {
    const done: string[] = [];
    const failing = ({ defer }: BenchmarkContext): Promise<Figure[]> => {
      defer(() => void done.push('first'));
      defer(() => Promise.resolve(void done.push('second')));
      throw new Error('broken');
    };
    await expect(runInContext(benchmark(failing), surroundings)).rejects.toThrow('broken');
    expect(done).toEqual(['second', 'first']);
  });

  it('goes on cleaning up after a clean-up that failed, and reports it', async () => {
    let folder = '';
    const leaking = (context: BenchmarkContext): Promise<Figure[]> => {
      folder = context.folder;
      context.defer(() => {
        throw new Error('will not stop');
      });
      return Promise.resolve(oneFigure);
    };
    await expect(runInContext(benchmark(leaking), surroundings)).rejects.toThrow('will not stop');
    expect(existsSync(folder)).toBe(false);
  });

  it('does not take nothing for a result', async () => {
    const idle = benchmark(() => Promise.resolve([]));
    await expect(runInContext(idle, surroundings)).rejects.toThrow('example measured nothing');
  });
});
