import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventually } from '../../test/factories/eventually';
import { temporaryRoot } from './temporary-root.cjs';

/** A process with a workplace, whose folder has a name that a test can look for. */
class Work {
  readonly prefix = `tributary-workplace-${randomUUID()}-`;
  readonly child: ChildProcess;
  said = '';

  constructor() {
    const program = join(__dirname, 'testing/interrupted-work.mjs');
    this.child = spawn(process.execPath, [program, 'main', this.prefix], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.child.stdout?.on('data', (text: Buffer) => (this.said += text.toString()));
  }

  /** Processes that name its folder in their environment or arguments. Only Linux has /proc. */
  async processes(): Promise<string[]> {
    const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
    const texts = await Promise.all(
      pids.flatMap((pid) =>
        ['cmdline', 'environ'].map((file) =>
          readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => ''),
        ),
      ),
    );
    return texts.filter((text) => text.includes(this.prefix));
  }

  async folders(): Promise<string[]> {
    return (await readdir(await temporaryRoot())).filter((name) => name.startsWith(this.prefix));
  }

  /** Looks again and again, without a pause, so that nothing much happens after the state. */
  async reaches(isThere: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isThere())) await nextTurn();
  }

  async says(state: string): Promise<void> {
    await this.reaches(() => this.said.split('\n').includes(state));
  }

  async leavesNothing(): Promise<void> {
    await eventually('no process and no folder is left', async () => {
      const left = [...(await this.processes()), ...(await this.folders())];
      return left.length === 0;
    });
  }
}

/** Without it, processes cannot be looked for. */
const HAS_PROC = existsSync('/proc/self');

const STATES: [state: string, wait: (work: Work) => Promise<unknown>][] = [
  ['has begun', ({ child }) => once(child, 'spawn')],
  ['has a guard', (work) => work.reaches(async () => (await work.processes()).length > 1)],
  ['has a folder', (work) => work.reaches(async () => (await work.folders()).length > 0)],
  ['has a workplace', (work) => work.says('open')],
  ['has steps', (work) => work.says('steps')],
  ['has steps that started a process', (work) => work.says('test')],
  [
    'clears its workplace',
    async (work) => {
      await work.says('test');
      work.child.stdin?.end();
      await work.says('clearing');
    },
  ],
];

describe('a workplace', () => {
  it('is gone in the end, and what ran there', async () => {
    const work = new Work();
    await work.says('test');
    expect(await work.folders()).toHaveLength(1);
    work.child.stdin?.end();
    await once(work.child, 'exit');
    expect(work.said).toContain('cleared');
    expect(await work.folders()).toEqual([]);
    expect(await work.processes()).toEqual([]);
  });

  it.each(HAS_PROC ? STATES : STATES.slice(2))(
    'is gone when its process is killed as soon as it %s',
    async (_, wait) => {
      const work = new Work();
      const exit = once(work.child, 'exit');
      await wait(work);
      work.child.kill('SIGKILL');
      await exit;
      await work.leavesNothing();
    },
  );
});
