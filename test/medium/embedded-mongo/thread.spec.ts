import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { EmbeddedMongo } from '../../../packages/embedded-mongo/src/server/embedded-mongo';

/** The worker thread runs the build, which the global setup of the tests makes. */
describe('EmbeddedMongo', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'embedded-mongo-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('serves a driver from a worker thread until it is stopped', async () => {
    const server = await EmbeddedMongo.start({ folder });
    expect(server.url).toBe(`mongodb://127.0.0.1:${server.port}`);
    const client = await mongo.MongoClient.connect(server.url);
    await client.db('test').collection('c').insertOne({ a: 1 });
    await client.close();
    await server.stop();
    await server.stop();
    expect(await server.exited).toBeUndefined();

    const again = await EmbeddedMongo.start({ folder });
    const second = await mongo.MongoClient.connect(again.url);
    expect(await second.db('test').collection('c').countDocuments()).toBe(1);
    await second.close();
    await again.stop();
  });

  it('refuses a folder that is in use and a port that is taken', async () => {
    const server = await EmbeddedMongo.start({ folder });
    await expect(EmbeddedMongo.start({ folder })).rejects.toThrow(/in use/);
    await expect(
      EmbeddedMongo.start({ folder: join(folder, 'other'), port: server.port }),
    ).rejects.toThrow(/EADDRINUSE/);
    await server.stop();
  });

  it('tells when the thread ends by itself', async () => {
    const server = await EmbeddedMongo.start({ folder });
    await server['worker'].terminate();
    expect(await server.exited).toBeInstanceOf(Error);
  });
});
