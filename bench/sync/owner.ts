import { io } from 'socket.io-client';
import { once } from 'node:events';
import { type BenchmarkContext } from '../harness/benchmark';
import { type SyncCompletionFeed } from './sync-completion-feed';
import { type Mapping, MAPPING } from './mapping';
import { type Service, type Stage } from './stage';
import { tokenFor } from './token';

const DEADLINE_MS = 30_000;

/** Somebody who is signed in, and follows what becomes of their sheets. */
export class Owner {
  private constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly signal: AbortSignal,
  ) {}

  /** Signs somebody in; how their syncs end is told to `completions` from here on. */
  static async signIn(
    context: BenchmarkContext,
    stage: Stage,
    { api }: Service,
    id: string,
    completions: SyncCompletionFeed,
  ): Promise<Owner> {
    const token = await tokenFor(id, stage.jwtSecret);
    const socket = io(api.url, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth: { token },
    });
    context.defer(() => void socket.disconnect());
    completions.listenTo(socket);
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(DEADLINE_MS)]);
    // What the package calls an emitter is one to Node as well.
    await once(socket as unknown as NodeJS.EventEmitter, 'events:ready', { signal });
    return new Owner(api.url, token, context.signal);
  }

  /** Whom to share a sheet with. */
  async account(): Promise<string> {
    return (await this.call<{ email: string }>('GET', 'service-account')).email;
  }

  /** Connects a sheet and gives the id of the connection, which has itself synced if it is enabled. */
  async connect(
    sheetId: string,
    tab: string,
    sync_enabled: boolean,
    column_mappings: Mapping = MAPPING,
  ): Promise<string> {
    const { id } = await this.call<{ id: string }>('POST', 'sheet-connections', {
      sheet_id: sheetId,
      sheet_name: tab,
      column_mappings,
      sync_enabled,
    });
    return id;
  }

  /** Has a connection synced. */
  async sync(id: string): Promise<void> {
    await this.call('POST', `sheet-connections/${id}/sync`);
  }

  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.url}/api/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' },
      signal: AbortSignal.any([this.signal, AbortSignal.timeout(DEADLINE_MS)]),
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  }
}
