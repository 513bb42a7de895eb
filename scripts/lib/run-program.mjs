import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './project.mjs';

/** Runs a compiled program in the foreground and returns its exit code. */
export async function runProgram(path, args) {
  const child = spawn(process.execPath, [join(root, 'dist', path), ...args], { stdio: 'inherit' });
  // Ctrl-C reaches the program too: it shuts down cleanly, and this process waits for it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
