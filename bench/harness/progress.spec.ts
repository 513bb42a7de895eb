import { Progress } from './progress';

function recorder(isTTY: boolean): {
  isTTY: boolean;
  written: string[];
  write(text: string): void;
} {
  const written: string[] = [];
  return { isTTY, written, write: (text) => void written.push(text) };
}

describe('Progress', () => {
  it('rewrites one line on a terminal and clears it once', () => {
    const terminal = recorder(true);
    const progress = new Progress(terminal);
    progress.show('1 of 2');
    progress.show('2 of 2');
    progress.clear();
    progress.clear();
    expect(terminal.written).toEqual(['\r\u001b[2K1 of 2', '\r\u001b[2K2 of 2', '\r\u001b[2K']);
  });

  it('writes a line into a log every five seconds at most', () => {
    let now = 0;
    const log = recorder(false);
    const progress = new Progress(log, () => now);
    for (now = 0; now <= 11_000; now += 1_000) progress.show(`second ${now / 1_000}`);
    progress.clear();
    expect(log.written).toEqual(['second 0\n', 'second 5\n', 'second 10\n']);
  });
});
