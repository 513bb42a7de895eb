import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { startInProcess, type InProcessServer } from '../start-in-process';
import type { ServerOptions } from '../embedded-server';

/** A server on a throw-away folder with a driver connected to it, for specs. */
export interface DriverFixture {
  readonly server: InProcessServer;
  readonly client: mongo.MongoClient;
  readonly db: mongo.Db;
  readonly folder: string;
  stop(): Promise<void>;
}

/** Starts a server in this thread and connects the real driver. */
export async function startWithDriver(options: ServerOptions = {}): Promise<DriverFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-mongo-'));
  const server = await startInProcess({ folder, ...options });
  const client = await mongo.MongoClient.connect(server.url, {
    serverSelectionTimeoutMS: 120_000,
  });
  return {
    server,
    client,
    db: client.db('test'),
    folder,
    stop: async () => {
      await client.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
