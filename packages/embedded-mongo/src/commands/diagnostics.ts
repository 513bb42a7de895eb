import * as os from 'node:os';
import { CommandError } from '../errors';
import type { Doc } from '../values';
import { Arguments } from './arguments';
import type { Command, CommandRequest, ServerState } from './command';
import { MAX_DOCUMENT_BYTES } from '../limits';

const VERSION = '8.0.0';
const VERSION_ARRAY = [8, 0, 0, 0];

/** Parameters that somebody may ask for; others do not exist. */
const PARAMETERS: Doc = {
  featureCompatibilityVersion: { version: '8.0' },
  authenticationMechanisms: [],
  ttlMonitorEnabled: true,
  enableTestCommands: false,
};

function buildInfo(_request: CommandRequest, server: ServerState): Doc {
  return {
    version: VERSION,
    gitVersion: 'embedded',
    modules: ['tributary-embedded'],
    allocator: 'system',
    javascriptEngine: 'none',
    sysInfo: 'deprecated',
    versionArray: VERSION_ARRAY,
    bits: 64,
    debug: false,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    storageEngines: [server.engine.store.kind],
    ok: 1,
  };
}

function serverStatus(_request: CommandRequest, server: ServerState): Doc {
  const uptimeMs = Date.now() - server.startedAt.getTime();
  const memory = process.memoryUsage();
  const { current, totalCreated } = server.connectionCounts();
  return {
    host: server.address(),
    version: VERSION,
    process: 'tributary-embedded',
    pid: process.pid,
    uptime: uptimeMs / 1000,
    uptimeMillis: uptimeMs,
    localTime: new Date(),
    connections: { current, totalCreated },
    metrics: { cursor: { open: { total: server.cursors.openCount } } },
    mem: { bits: 64, resident: Math.round(memory.rss / 1048576), supported: true },
    storageEngine: { name: 'embedded', persistent: server.engine.store.kind === 'lmdb' },
    ok: 1,
  };
}

function hostInfo(): Doc {
  return {
    system: {
      currentTime: new Date(),
      hostname: os.hostname(),
      cpuAddrSize: 64,
      memSizeMB: Math.round(os.totalmem() / 1048576),
      numCores: os.cpus().length,
      cpuArch: os.arch(),
    },
    os: { type: os.type(), name: os.platform(), version: os.release() },
    extra: {},
    ok: 1,
  };
}

function getParameter(request: CommandRequest): Doc {
  if (request.body['getParameter'] === '*') return { ...PARAMETERS, ok: 1 };
  const wanted = Object.keys(request.body).filter((name) => Object.hasOwn(PARAMETERS, name));
  if (wanted.length === 0) {
    throw new CommandError(72, 'InvalidOptions', 'no option found to get');
  }
  return { ...Object.fromEntries(wanted.map((name) => [name, PARAMETERS[name]])), ok: 1 };
}

/** Only the pace of the TTL monitor can be set, which tests want to quicken. */
function setParameter(request: CommandRequest, server: ServerState): Doc {
  const seconds = new Arguments('setParameter', request.body).integer('ttlMonitorSleepSecs');
  if (seconds === undefined || seconds <= 0) {
    throw new CommandError(
      72,
      'InvalidOptions',
      'no option found to set, use help:true to see options ',
    );
  }
  server.setTtlInterval(seconds * 1000);
  return { ok: 1 };
}

function getLog(request: CommandRequest): Doc {
  if (request.body['getLog'] === '*') return { names: ['global', 'startupWarnings'], ok: 1 };
  return { totalLinesWritten: 0, log: [], ok: 1 };
}

/** What tools and drivers ask about the server itself. */
export const diagnosticCommands: readonly Command[] = [
  { name: 'buildInfo', aliases: ['buildinfo'], run: buildInfo },
  { name: 'serverStatus', run: serverStatus },
  { name: 'hostInfo', run: hostInfo },
  { name: 'getParameter', adminOnly: true, run: getParameter },
  { name: 'setParameter', adminOnly: true, run: setParameter },
  {
    name: 'getCmdLineOpts',
    adminOnly: true,
    run: () => ({ argv: ['embedded'], parsed: {}, ok: 1 }),
  },
  { name: 'getLog', adminOnly: true, run: getLog },
  {
    name: 'connectionStatus',
    run: () => ({
      authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] },
      ok: 1,
    }),
  },
  { name: 'whatsmyuri', run: (request) => ({ you: request.connection.remote, ok: 1 }) },
  {
    name: 'replSetGetStatus',
    adminOnly: true,
    run: (): never => {
      throw new CommandError(76, 'NoReplicationEnabled', 'not running with --replSet');
    },
  },
  { name: 'fsync', adminOnly: true, run: () => ({ numFiles: 1, ok: 1 }) },
  { name: 'profile', run: () => ({ was: 0, slowms: 100, sampleRate: 1, ok: 1 }) },
];
