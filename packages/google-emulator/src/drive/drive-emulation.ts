import { DRIVE_SCOPES } from '../auth/scopes';
import { type AdminRoute } from '../control/admin-route';
import { type EmulatorClock } from '../control/emulator-clock';
import { type DriveFile } from '../files/drive-file';
import { type FileStore } from '../files/file-store';
import { type ApiAnswer, type ApiCall, type ApiModule, type Route } from '../http/route';
import { changePosition, listChanges, startPageToken } from './change-listing';
import { driveAdminRoutes } from './drive-admin';
import { fileNotFound, requiredParameter } from './drive-errors';
import { CHANNEL_FIELDS, FILE_FIELDS, wantedFields } from './drive-fields';
import { listFiles } from './file-listing';
import { fileResource } from './file-resource';
import { channelRequest, type Watched } from './push/channel';
import { DEFAULT_DELIVERY, type DeliveryPolicy } from './push/mailbox';
import { PushChannels } from './push/push-channels';

/** What the emulation of Drive works on. */
export interface DriveEmulationOptions {
  readonly files: FileStore;
  readonly clock: EmulatorClock;
  /** How push messages are delivered; tests shorten the waits. */
  readonly delivery?: DeliveryPolicy;
}

const DAY_MS = 86_400_000;
const BASE = 'https://www.googleapis.com/drive/v3';
const BOOLEAN = { kind: 'boolean' } as const;
const ON_FILES = {
  supportsAllDrives: BOOLEAN,
  includeItemsFromAllDrives: BOOLEAN,
  acknowledgeAbuse: BOOLEAN,
};
const ON_CHANGES = {
  supportsAllDrives: BOOLEAN,
  includeItemsFromAllDrives: BOOLEAN,
  includeRemoved: BOOLEAN,
  includeCorpusRemovals: BOOLEAN,
  restrictToMyDrive: BOOLEAN,
};

/** The part of the Drive API v3 that tells about files and their changes. */
export class DriveEmulation implements ApiModule {
  readonly routes: readonly Route[];
  readonly adminRoutes: readonly AdminRoute[];
  private readonly files: FileStore;
  private readonly clock: EmulatorClock;
  private readonly channels: PushChannels;

  constructor({ files, clock, delivery = DEFAULT_DELIVERY }: DriveEmulationOptions) {
    this.files = files;
    this.clock = clock;
    this.channels = new PushChannels(files, clock, delivery);
    this.adminRoutes = driveAdminRoutes(files);
    this.routes = [
      route('files.list', 'GET', 'files', 100, ON_FILES, (call) => this.list(call)),
      route('files.get', 'GET', 'files/(?<fileId>[^/]+)', 5, ON_FILES, (call) => this.get(call)),
      route('files.watch', 'POST', 'files/(?<fileId>[^/]+)/watch', 5, ON_FILES, (call) =>
        this.watchFile(call),
      ),
      route('changes.getStartPageToken', 'GET', 'changes/startPageToken', 5, ON_FILES, (call) =>
        answer(startPageToken(files, call)),
      ),
      route('changes.list', 'GET', 'changes', 100, ON_CHANGES, (call) =>
        answer(listChanges(files, call)),
      ),
      route('changes.watch', 'POST', 'changes/watch', 5, ON_CHANGES, (call) =>
        this.watchChanges(call),
      ),
      route('channels.stop', 'POST', 'channels/stop', 5, {}, (call) => this.stop(call)),
    ];
  }

  /** Ends all push channels and cancels what is being delivered. */
  async close(): Promise<void> {
    await this.channels.close();
  }

  private list(call: ApiCall): ApiAnswer {
    return answer(listFiles(this.files, this.clock, call));
  }

  private get(call: ApiCall): ApiAnswer {
    const file = this.readable(call);
    const mask = wantedFields(call.query, FILE_FIELDS);
    return answer(mask.apply(fileResource(this.files, file, call.caller.email)));
  }

  private watchFile(call: ApiCall): ApiAnswer {
    const { id } = this.readable(call);
    return this.watch(call, { fileId: id }, `${BASE}/files/${id}?alt=json`, DAY_MS);
  }

  private watchChanges(call: ApiCall): ApiAnswer {
    changePosition(this.files, call.query);
    const token = call.query.get('pageToken') ?? '';
    const uri = `${BASE}/changes?alt=json&pageToken=${token}`;
    return this.watch(call, 'changes', uri, 7 * DAY_MS);
  }

  private watch(call: ApiCall, watched: Watched, uri: string, maxLifetimeMs: number): ApiAnswer {
    const mask = wantedFields(call.query, CHANNEL_FIELDS);
    const request = channelRequest(call.body, this.clock.now(), maxLifetimeMs);
    const channel = this.channels.add(request, call.caller, watched, uri);
    return answer(
      mask.apply({
        kind: 'api#channel',
        id: channel.id,
        resourceId: channel.resourceId,
        resourceUri: channel.resourceUri,
        ...(channel.token !== undefined && { token: channel.token }),
        expiration: String(channel.expiration),
      }),
    );
  }

  private stop(call: ApiCall): ApiAnswer {
    const body = (call.body ?? {}) as Record<string, unknown>;
    const [id, resourceId] = [body.id, body.resourceId];
    if (typeof id !== 'string') throw requiredParameter('id');
    if (typeof resourceId !== 'string') throw requiredParameter('resourceId');
    this.channels.stop(id, resourceId, call.caller);
    return { status: 204 };
  }

  private readable(call: ApiCall): DriveFile {
    const id = call.params.fileId ?? '';
    const file = this.files.find(id);
    if (!file || !this.files.canRead(file, call.caller.email)) throw fileNotFound(id);
    return file;
  }
}

function route(
  name: string,
  method: Route['method'],
  path: string,
  cost: number,
  typedQuery: NonNullable<Route['typedQuery']>,
  handle: Route['handle'],
): Route {
  return {
    api: 'drive',
    name,
    method,
    path: new RegExp(`^/drive/v3/${path}$`),
    scopes: DRIVE_SCOPES,
    metric: 'drive',
    cost,
    typedQuery,
    handle,
  };
}

function answer(body: unknown): ApiAnswer {
  return { body };
}
