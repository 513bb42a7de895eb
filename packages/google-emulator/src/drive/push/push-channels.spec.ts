import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo } from 'node:net';
import { EmulatorClock } from '../../control/emulator-clock';
import { FileStore, SPREADSHEET } from '../../files/file-store';
import { callRoute, refusal } from '../../testing/call-route';
import { DriveEmulation } from '../drive-emulation';

const OTHER = 'other@project.test';

interface Scene {
  readonly clock: EmulatorClock;
  readonly files: FileStore;
  readonly drive: DriveEmulation;
  readonly address: string;
  readonly received: IncomingHttpHeaders[];
  /** What the receiver answers, in turn; 200 at the end; `undefined` is no answer at all. */
  readonly answers: (number | undefined)[];
  /** Waits until the receiver has heard that many messages. */
  heard(count: number): Promise<void>;
  watch(path: string, body?: object, as?: string): Promise<Record<string, string>>;
}

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function setUp(): Promise<Scene> {
  const received: IncomingHttpHeaders[] = [];
  const answers: (number | undefined)[] = [];
  const listeners = new Set<() => void>();
  const server = createServer((request, response) => {
    received.push(request.headers);
    const status = answers.length > 0 ? answers.shift() : 200;
    if (status !== undefined) response.writeHead(status).end();
    for (const listener of listeners) listener();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const clock = new EmulatorClock();
  const files = new FileStore(clock);
  const delivery = { deadlineMs: 2_000, retryDelaysMs: [1, 1, 1] };
  const drive = new DriveEmulation({ files, clock, delivery });
  ends.push(
    () => drive.close(),
    async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  );
  files.add({ id: 'sales', name: 'Sales', mimeType: SPREADSHEET, readers: ['robot@project.test'] });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const watch = async (
    path: string,
    body: object = {},
    as = 'robot@project.test',
  ): Promise<Record<string, string>> => {
    const channel = { id: 'channel-1', type: 'web_hook', address, ...body };
    const answer = await callRoute(drive, 'POST', `/drive/v3/${path}`, { body: channel, as });
    return answer.body as Record<string, string>;
  };
  const heard = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (received.length >= count) resolve();
      };
      listeners.add(look);
      look();
    });
  return { clock, files, drive, address, received, answers, heard, watch };
}

async function watchChanges(scene: Scene, body?: object): Promise<Record<string, string>> {
  const { body: start } = await callRoute(scene.drive, 'GET', '/drive/v3/changes/startPageToken');
  const { startPageToken } = start as { startPageToken: string };
  return scene.watch(`changes/watch?pageToken=${startPageToken}`, body);
}

const states = (scene: Scene): unknown[] =>
  scene.received.map((headers) => headers['x-goog-resource-state']);

describe('changes.watch', () => {
  it('sends sync, then a message for each change of the caller', async () => {
    const scene = await setUp();
    const channel = await watchChanges(scene, { token: 'site=hq' });
    expect(channel).toEqual({
      kind: 'api#channel',
      id: 'channel-1',
      resourceId: expect.stringMatching(/^[\w-]{27}$/) as string,
      resourceUri: expect.stringMatching(
        /^https:\/\/www\.googleapis\.com\/drive\/v3\/changes\?alt=json&pageToken=\d+$/,
      ) as string,
      token: 'site=hq',
      expiration: expect.stringMatching(/^\d{13}$/) as string,
    });
    await scene.heard(1);
    scene.files.add({ name: 'Foreign', mimeType: SPREADSHEET, readers: [OTHER] });
    scene.files.touch('sales', 'by-api');
    await scene.heard(2);
    scene.files.touch('sales', 'view');
    await scene.heard(3);
    expect(states(scene)).toEqual(['sync', 'change', 'change']);
    expect(scene.received[1]).toMatchObject({
      'x-goog-channel-id': 'channel-1',
      'x-goog-channel-token': 'site=hq',
      'x-goog-channel-expiration': new Date(Number(channel.expiration)).toUTCString(),
      'x-goog-resource-id': channel.resourceId,
      'x-goog-resource-uri': channel.resourceUri,
      'user-agent': 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)',
      'content-length': '0',
    });
    const numbers = scene.received.map((headers) => Number(headers['x-goog-message-number']));
    expect(numbers[0]).toBe(1);
    expect(numbers[1]).toBeGreaterThan(2);
    expect(numbers[2]).toBeGreaterThan((numbers[1] ?? 0) + 1);
  });

  it('wants a place in the feed, and lasts up to seven days', async () => {
    const scene = await setUp();
    expect(await refusal(scene.watch('changes/watch'))).toMatchObject({
      message: 'Required parameter: pageToken',
    });
    const { expiration } = await watchChanges(scene, { expiration: Date.now() + 1e12 });
    expect(Math.abs(Number(expiration) - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
  });

  it('tells of edits by hand when they show', async () => {
    const scene = await setUp();
    scene.files.lagMs = 180_000;
    await watchChanges(scene);
    await scene.heard(1);
    scene.files.touch('sales', 'by-hand');
    // What the channels do from time to time.
    scene.files.showLateEdits();
    // A message about the edit would have been sent before this one.
    await scene.watch('files/sales/watch', { id: 'channel-2' });
    await scene.heard(2);
    expect(states(scene)).toEqual(['sync', 'sync']);
    scene.clock.advance(180_000);
    await scene.heard(4);
    expect(states(scene).slice(2).sort()).toEqual(['change', 'update']);
  });

  it('tries again when the receiver has an error of its own, but not for ever', async () => {
    const scene = await setUp();
    scene.answers.push(500, 503);
    await watchChanges(scene);
    await scene.heard(3);
    const numbers = scene.received.map((headers) => headers['x-goog-message-number']);
    expect(numbers).toEqual(['1', '1', '1']);
    scene.answers.push(502, 502, 502, 502, 200);
    scene.files.touch('sales', 'by-api');
    await scene.heard(7);
    scene.files.touch('sales', 'by-api');
    await scene.heard(8);
    expect(scene.received).toHaveLength(8);
  });

  it('takes any other answer as the end of the message', async () => {
    const scene = await setUp();
    scene.answers.push(404);
    await watchChanges(scene);
    await scene.heard(1);
    scene.files.touch('sales', 'by-api');
    await scene.heard(2);
    expect(states(scene)).toEqual(['sync', 'change']);
  });

  it('makes one message of many changes while the receiver is slow', async () => {
    const scene = await setUp();
    await watchChanges(scene);
    for (let i = 0; i < 1_000; i += 1) scene.files.touch('sales', 'by-api');
    await scene.heard(2);
    await scene.drive.close();
    expect(states(scene)).toEqual(['sync', 'change']);
  });

  it('says nothing more once the channel has ended', async () => {
    const scene = await setUp();
    await watchChanges(scene);
    await scene.heard(1);
    scene.clock.advance(3_600_000);
    scene.files.touch('sales', 'by-api');
    await watchChanges(scene, { id: 'channel-2' });
    await scene.heard(2);
    expect(scene.received[1]?.['x-goog-channel-id']).toBe('channel-2');
  });

  it('cancels what is under way when the emulator closes', async () => {
    const scene = await setUp();
    scene.answers.push(undefined);
    await watchChanges(scene);
    await scene.heard(1);
    await scene.drive.close();
    scene.files.touch('sales', 'by-api');
    expect(scene.received).toHaveLength(1);
  });

  it('refuses an id that is in use', async () => {
    const scene = await setUp();
    await watchChanges(scene);
    expect(await refusal(watchChanges(scene))).toMatchObject({
      code: 400,
      options: { item: { reason: 'channelIdNotUnique' } },
    });
  });
});

describe('files.watch', () => {
  it('tells what happened to that file', async () => {
    const scene = await setUp();
    scene.files.add({ id: 'x', name: 'X', mimeType: SPREADSHEET, readers: ['robot@project.test'] });
    const { expiration } = await scene.watch('files/sales/watch', { expiration: 9e15 });
    expect(Math.abs(Number(expiration) - Date.now() - 86_400_000)).toBeLessThan(60_000);
    const steps = [
      () => scene.files.touch('sales', 'by-api'),
      () => scene.files.share('sales', OTHER),
      () => scene.files.rename('sales', 'Sales 2'),
      () => scene.files.trash('sales'),
      () => scene.files.trash('sales', false),
      () => scene.files.unshare('sales', 'robot@project.test'),
    ];
    for (const [index, step] of steps.entries()) {
      await scene.heard(index + 1);
      scene.files.touch('x', 'by-api');
      scene.files.touch('sales', 'view');
      step();
    }
    await scene.heard(7);
    expect(
      scene.received.map((headers) => [
        headers['x-goog-resource-state'],
        headers['x-goog-changed'],
      ]),
    ).toEqual([
      ['sync', undefined],
      ['update', 'content'],
      ['update', 'permissions'],
      ['update', 'properties'],
      ['trash', undefined],
      ['untrash', undefined],
      ['remove', undefined],
    ]);
  });

  it('tells everybody who watches that the file was deleted', async () => {
    const scene = await setUp();
    scene.files.shareByLink('sales');
    await scene.watch('files/sales/watch', {}, OTHER);
    await scene.heard(1);
    scene.files.remove('sales');
    await scene.heard(2);
    expect(states(scene)).toEqual(['sync', 'remove']);
  });

  it('is not for files of others', async () => {
    const scene = await setUp();
    expect(await refusal(scene.watch('files/sales/watch', {}, OTHER))).toMatchObject({ code: 404 });
  });
});

describe('channels.stop', () => {
  it('ends a channel for who opened it, and only with its resource id', async () => {
    const scene = await setUp();
    const { id, resourceId } = await watchChanges(scene);
    await scene.heard(1);
    const stop = (body: unknown, as?: string): Promise<unknown> =>
      callRoute(scene.drive, 'POST', '/drive/v3/channels/stop', {
        body,
        ...(as !== undefined && { as }),
      });
    expect(await refusal(stop({ id }))).toMatchObject({ code: 400 });
    expect(await refusal(stop(undefined))).toMatchObject({ code: 400 });
    expect(await refusal(stop({ id, resourceId: 'x' }))).toMatchObject({
      code: 404,
      message: "Channel 'channel-1' not found for project '123'",
    });
    expect(await refusal(stop({ id, resourceId }, OTHER))).toMatchObject({ code: 404 });
    expect(await stop({ id, resourceId })).toEqual({ status: 204 });
    scene.files.touch('sales', 'by-api');
    expect(await refusal(stop({ id, resourceId }))).toMatchObject({ code: 404 });
    expect(scene.received).toHaveLength(1);
  });
});
