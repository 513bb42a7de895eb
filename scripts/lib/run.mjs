import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './project.mjs';
import { Trouble } from './say.mjs';

/** Runs a program until it exits. Its output is shown; with `quiet`, only if it fails. */
export function run(program, args, { quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: quiet ? 'pipe' : 'inherit' });
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => reject(new Trouble(`${program} cannot be run: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve();
      const said = Buffer.concat(output).toString();
      const how = signal ?? `exit code ${code}`;
      reject(new Trouble(`${said}\n${program} ${args.join(' ')} failed (${how}).`));
    });
  });
}

/** Runs a tool installed by npm, by its package and the name of its binary. */
export function runTool(packageName, program, args, options) {
  const require = createRequire(join(root, 'package.json'));
  const manifestPath = join(root, 'node_modules', packageName, 'package.json');
  const { bin } = require(manifestPath);
  const file = typeof bin === 'string' ? bin : bin[program];
  return run(process.execPath, [join(manifestPath, '..', file), ...args], options);
}
