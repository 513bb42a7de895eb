import { type LoggerService } from '@nestjs/common';
import mongoose, { type Connection, type ConnectOptions } from 'mongoose';

/** How long an operation waits for a server before it fails. */
const SERVER_DEADLINE_MS = 5_000;
const RETRY_PAUSE_MS = 2_000;

const DEFAULTS: ConnectOptions = {
  appName: 'tributary',
  serverSelectionTimeoutMS: SERVER_DEADLINE_MS,
  connectTimeoutMS: SERVER_DEADLINE_MS,
  socketTimeoutMS: 60_000,
  // An operation without a connection fails at once instead of waiting in memory.
  bufferCommands: false,
  // Repositories create their indexes when they need them, so that a failure is retried.
  autoIndex: false,
  autoCreate: false,
};

/** Connections that were closed, even before they opened. */
const closed = new WeakSet<Connection>();

/**
 * Opens a connection. Resolves also when MongoDB is not available yet: readiness shows that, and
 * the connection is retried as long as the process runs. mongoose and its driver restore a
 * connection that was open once, but never retry a first one.
 */
export async function connectMongo(url: string, logger: LoggerService): Promise<Connection> {
  const connection = mongoose.createConnection();
  connection.on('error', (error: Error) => {
    logger.warn({ err: error, msg: 'MongoDB reports an error' });
  });
  if (!(await isOpened(connection, url))) {
    logger.warn('MongoDB unavailable, retrying');
    void tryOn(connection, url, logger);
  }
  return connection;
}

async function tryOn(connection: Connection, url: string, logger: LoggerService): Promise<void> {
  do {
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS).unref());
    if (closed.has(connection)) return;
  } while (!(await isOpened(connection, url)));
  logger.log('MongoDB connected');
}

/** Options in the URL override our defaults. */
function optionsFor(url: string): ConnectOptions {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  const given = new Set([...query.keys()].map((name) => name.toLowerCase()));
  const entries = Object.entries(DEFAULTS).filter(([name]) => !given.has(name.toLowerCase()));
  return Object.fromEntries(entries);
}

async function isOpened(connection: Connection, url: string): Promise<boolean> {
  try {
    await connection.openUri(url, optionsFor(url));
    return true;
  } catch {
    return false;
  }
}

/** Closes a connection for good, also one that is still being retried. */
export async function closeMongo(connection: Connection): Promise<void> {
  closed.add(connection);
  await connection.close();
}
