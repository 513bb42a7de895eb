import { type InProcessServer, startInProcess } from '@tributary/embedded-mongo';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { startApp } from '../factories/app';
import { Client } from '../factories/client';
import { throwAwayFolder } from '../factories/environment';
import { tokenFor } from '../factories/live-client';

// A small data folder as an earlier version of Tributary left it after its quickstart, and what that
// version answered. Stored names (collections, fields, kinds, codes) must be read by every later one.
const FIXTURE = join(__dirname, '../fixtures/data-folder');

/** A response, as far as data decide it. */
interface RecordedResponse {
  readonly path: string;
  readonly status: number;
  readonly version: string | null;
  readonly asOf: string | null;
  readonly body: unknown;
}

interface Recording {
  readonly user_id: string;
  readonly responses: readonly RecordedResponse[];
}

let store: InProcessServer;

// Behind the hook of the factories that closes the api, which needs the store for that.
afterAll(() => store.stop());

describe('a data folder of an earlier version', () => {
  let client: Client;
  let recording: Recording;

  beforeAll(async () => {
    recording = JSON.parse(await readFile(join(FIXTURE, 'responses.json'), 'utf8')) as Recording;
    const folder = throwAwayFolder();
    const packed = await readFile(join(FIXTURE, 'data.mdb.gz'));
    await writeFile(join(folder, 'data.mdb'), gunzipSync(packed));
    store = await startInProcess({ folder });
    const { server } = await startApp({ ROLE: 'api', MONGODB_URL: `${store.url}/tributary` });
    client = new Client(server, await tokenFor(recording.user_id));
  });

  it('is served with the same responses', async () => {
    const responses: RecordedResponse[] = [];
    for (const { path } of recording.responses) {
      const { status, headers, body } = await client.get(path);
      responses.push({
        path,
        status,
        version: headers['x-data-version'] ?? null,
        asOf: headers['x-data-as-of'] ?? null,
        body: body as unknown,
      });
    }
    expect(responses).toEqual(recording.responses);
  });
});
