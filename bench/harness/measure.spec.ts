import { measure } from './measure';

describe('measure', () => {
  it('takes turns and gives the medians of the rounds that count', async () => {
    const turns: string[] = [];
    const contender = (name: string, times: number[]) => () => {
      turns.push(name);
      return Promise.resolve({ ms: times.shift() ?? 0 });
    };
    const rounds: string[] = [];

    const result = await measure(
      { a: contender('a', [999, 1, 5, 2]), b: contender('b', [0, 10, 30, 20]) },
      { warmUp: 1, counted: 3, onRound: (round, of) => rounds.push(`${round} of ${of}`) },
    );

    expect(turns.join(' ')).toBe('a b a b a b a b');
    expect(result).toEqual({ a: { ms: 2 }, b: { ms: 20 } });
    expect(rounds).toEqual(['1 of 4', '2 of 4', '3 of 4', '4 of 4']);
  });

  it('takes the median of each metric by itself', async () => {
    const samples = [
      { speed: 1, delay: 30 },
      { speed: 2, delay: 10 },
      { speed: 3, delay: 20 },
    ];
    const a = (): Promise<{ speed: number; delay: number }> =>
      Promise.resolve(samples.pop() ?? { speed: 0, delay: 0 });
    expect(await measure({ a }, { warmUp: 0, counted: 3 })).toEqual({ a: { speed: 2, delay: 20 } });
  });

  it('ends with the first failure', async () => {
    const a = jest.fn().mockRejectedValue(new Error('refused'));
    await expect(measure({ a }, { warmUp: 1, counted: 3 })).rejects.toThrow('refused');
    expect(a).toHaveBeenCalledTimes(1);
  });
});
