import { isProcessIdentity, parseProcStat, parsePs } from './process-identity';

const stat = (name: string, state: string): string =>
  `4195 (${name}) ${state} 1 4195 4195 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 5 0 883412 71172096 3712`;

describe('parseProcStat', () => {
  it('gives the start time', () => {
    expect(parseProcStat(stat('redis-server', 'S'))).toBe('883412');
  });

  it('is not misled by a program name with spaces and parentheses', () => {
    expect(parseProcStat(stat('a) S 1 (b', 'R'))).toBe('883412');
  });

  it.each(['Z', 'X'])('takes a process in state %s for ended', (state) => {
    expect(parseProcStat(stat('redis-server', state))).toBeUndefined();
  });

  it('gives nothing for an empty text', () => {
    expect(parseProcStat('')).toBeUndefined();
  });
});

describe('parsePs', () => {
  it('gives the start time without the padding', () => {
    expect(parsePs('Ss   Mon Nov  2 09:05:01 2026    \n')).toBe('Mon Nov 2 09:05:01 2026');
  });

  it('takes a zombie for ended', () => {
    expect(parsePs('Z+   Mon Nov  2 09:05:01 2026\n')).toBeUndefined();
  });

  it.each(['', '\n', 'S\n'])('gives nothing for %j', (line) => {
    expect(parsePs(line)).toBeUndefined();
  });
});

describe('isProcessIdentity', () => {
  it('accepts a pid with a start time', () => {
    expect(isProcessIdentity({ pid: 1, startedAt: 'x' })).toBe(true);
  });

  it.each([null, undefined, 7, {}, { pid: '1', startedAt: 'x' }, { pid: 1 }, { pid: 1.5 }])(
    'refuses %j',
    (value) => {
      expect(isProcessIdentity(value)).toBe(false);
    },
  );
});
