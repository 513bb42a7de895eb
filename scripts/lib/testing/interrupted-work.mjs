// Works in a workplace as verify.mjs does, with steps that start processes of their own. It says how
// far it is, and ends when its input ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Workplace } from '../workplace.mjs';

const THIS = fileURLToPath(import.meta.url);
const [role, prefix = ''] = process.argv.slice(2);
const say = (state) => process.stdout.write(`${state}\n`);

const ROLES = {
  async main() {
    const workplace = await Workplace.open(prefix);
    say('open');
    const environment = [`TMPDIR=${workplace.folder}`, process.execPath, THIS, 'steps'];
    spawn('env', environment, { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
    await once(process.stdin.resume(), 'end');
    say('clearing');
    await workplace.clear();
    say('cleared');
  },
  steps() {
    writeFileSync(join(tmpdir(), 'of-steps'), '');
    say('steps');
    spawn(process.execPath, [THIS, 'test'], {
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    setInterval(() => undefined, 1_000);
  },
  test() {
    writeFileSync(join(tmpdir(), 'of-test'), '');
    say('test');
    setInterval(() => undefined, 1_000);
  },
};

await ROLES[role]();
