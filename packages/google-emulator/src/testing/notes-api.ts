import { type EmulatorClock } from '../control/emulator-clock';
import { EmulatorCore } from '../emulator-core';
import { NOTES_SCOPE, NotesModule } from './notes-module';

/** The caller of the tests. */
export const ROBOT = 'robot@project-one.iam.gserviceaccount.com';

/** The parts that all APIs share, with a small API on them, over real HTTP. */
export class NotesApi {
  readonly errors: unknown[] = [];
  private constructor(
    readonly core: EmulatorCore,
    readonly module: NotesModule,
  ) {}

  url = '';

  /** Starts it on a free port. */
  static async start(clock?: EmulatorClock): Promise<NotesApi> {
    const api = new NotesApi(new EmulatorCore(clock), new NotesModule());
    const onInternalError = (error: unknown): number => api.errors.push(error);
    api.url = await api.core.listen([api.module], { onInternalError });
    return api;
  }

  /** Calls with a good token, or with that of `headers`. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const authorization = `Bearer ${this.core.accounts.issue(ROBOT, [NOTES_SCOPE])}`;
    const headers = { authorization, 'accept-encoding': 'identity', ...init.headers };
    return fetch(`${this.url}${path}`, { ...init, headers });
  }

  /** Calls the emulator itself. */
  async admin(method: string, path: string, body?: unknown): Promise<[number, unknown]> {
    const response = await fetch(`${this.url}/emulator${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return [response.status, await response.json()];
  }

  /** Stops it. */
  stop(): Promise<void> {
    return this.core.close();
  }
}
