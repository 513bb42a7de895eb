import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type Socket } from 'node:net';
import { settlesWithin } from './waiting';

/**
 * Reads a pipe that only the owner holds: its end is the owner's end, however sudden. The start
 * time of the guarded process is compared before every signal, so a reused pid is never signalled.
 * A zombie counts as ended: there may be no parent to reap it.
 */
const SCRIPT = `
  guarded=$1
  born() {
    if [ -r /proc/self/stat ]; then
      read -r stat <"/proc/$guarded/stat" || return
      set -- \${stat##*) }
      state=$1 since=\${20}
    else
      state=$(ps -o state= -p "$guarded")
      since=$(LC_ALL=C TZ=UTC ps -o lstart= -p "$guarded")
    fi
    case $state in Z* | X*) ;; *) echo "$since" ;; esac
  }
  birth=$(born)
  runs() { [ -n "$birth" ] && [ "$(born)" = "$birth" ]; }

  while read -r line; do :; done

  runs && kill -TERM "$guarded"
  for second in 1 2 3 4 5 6 7 8 9 10; do
    runs || exit 0
    sleep 1
  done
  runs && kill -KILL "$guarded"
`;

const KILL_TIMEOUT_MS = 5_000;

/** A small process that ends the guarded one when this process dies without doing so. */
export class Watchdog {
  private readonly exited: Promise<unknown>;

  private constructor(private readonly child: ChildProcess) {
    this.exited = once(child, 'exit');
  }

  /** Starts a watchdog for a child of this process. */
  static async over(pid: number): Promise<Watchdog> {
    const child = spawn('/bin/sh', ['-c', SCRIPT, 'private-redis-watchdog', String(pid)], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin?.on('error', () => undefined);
    if (child.pid === undefined) throw (await once(child, 'error'))[0];
    child.unref();
    (child.stdin as Socket).unref();
    return new Watchdog(child);
  }

  /**
   * Ends the watchdog; by SIGKILL, because the end of its pipe would make it kill the guarded
   * process.
   */
  async end(): Promise<void> {
    this.child.kill('SIGKILL');
    await settlesWithin(this.exited, KILL_TIMEOUT_MS);
  }
}
