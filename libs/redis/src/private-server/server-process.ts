import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { settlesWithin } from './waiting';

/** How a process ended. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What to run, where, and who takes its output. */
export interface ServerCommand {
  readonly executable: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly outputFd: number;
}

/** The exit code with which the gate reports that there is no such executable. */
export const NOT_FOUND = 44;

/**
 * Waits for a line before it becomes the server. The pid is known, written down and guarded by
 * then, and an owner that is killed before that leaves nothing behind: its end closes the gate.
 */
const GATE = `
  umask 077
  read -r opened || exit 0
  command -v "$1" >/dev/null 2>&1 || exit ${NOT_FOUND}
  exec "$@" </dev/null
`;

const KILL_TIMEOUT_MS = 5_000;

/** The redis-server as a child process in a process group of its own. */
export class ServerProcess {
  /** How it ended, once it has. */
  exit: ProcessExit | undefined;
  /** Resolves when it has ended; never rejects. */
  readonly exited: Promise<ProcessExit>;

  private constructor(
    private readonly child: ChildProcess,
    readonly pid: number,
  ) {
    const endWithOwner = (): void => void child.kill('SIGTERM');
    process.once('exit', endWithOwner);
    this.exited = new Promise((done) => {
      child.once('exit', (code, signal) => {
        process.removeListener('exit', endWithOwner);
        this.exit = { code, signal };
        done(this.exit);
      });
    });
  }

  /** Starts the process and holds it at the gate. */
  static async hold({ executable, args, folder, outputFd }: ServerCommand): Promise<ServerProcess> {
    // A relative path means the caller's working directory, which is not the server's.
    const program = executable.includes('/') ? resolve(executable) : executable;
    const child = spawn('/bin/sh', ['-c', GATE, 'private-redis', program, ...args], {
      cwd: folder,
      detached: true,
      stdio: ['pipe', outputFd, outputFd],
    });
    child.stdin?.on('error', () => undefined);
    if (child.pid === undefined) throw (await once(child, 'error'))[0];
    return new ServerProcess(child, child.pid);
  }

  /** Opens the gate. */
  open(): void {
    this.child.stdin?.end('open\n');
  }

  /** Lets the owner's event loop end although the server runs. */
  unref(): void {
    this.child.unref();
  }

  /** Ends it and waits until it is gone, by force when it takes longer than the grace. */
  async end(graceMs: number): Promise<void> {
    if (this.exit) return;
    this.child.kill('SIGTERM');
    if (await settlesWithin(this.exited, graceMs)) return;
    this.killGroup();
    if (await settlesWithin(this.exited, KILL_TIMEOUT_MS)) return;
    throw new Error(`process ${this.pid} (redis-server) did not end after SIGKILL`);
  }

  private killGroup(): void {
    // As long as its exit was not seen, the pid cannot belong to anyone else.
    if (this.exit) return;
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // It has just ended; its exit is about to be seen.
    }
  }
}
