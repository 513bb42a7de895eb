import { fork } from 'node:child_process';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { compiledLib, root } from './project.mjs';
import { say, Trouble } from './say.mjs';

const START_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 45_000;

/** The whole product on the embedded default: stores in this process, api and worker as separate processes. */
export class Product {
  /** The address of the api. */
  url;
  /** The API key that schedulers send. */
  apiKey;
  /** The emulator and its sample spreadsheet, unless Google is configured. */
  emulator;
  #stores = [];
  #roles = [];
  #isStopping = false;
  #fail;
  #sample;

  /** `sample` sets the size of the sample shop. */
  constructor(sample = {}) {
    this.#sample = sample;
    /** Rejects when a part ends unexpectedly. */
    this.failed = new Promise((_, reject) => (this.#fail = reject));
    this.failed.catch(() => {});
  }

  async start() {
    const { loadConfig, readEnvironment } = compiledLib('config');
    const raw = readEnvironment();
    const config = readable(() => loadConfig({ ...raw, ROLE: 'all' }));
    this.apiKey = config.INTERNAL_API_KEY;
    const environment = {
      ...raw,
      REDIS_URL: config.REDIS_URL ?? (await this.#startRedis(config)),
      MONGODB_URL: config.MONGODB_URL ?? (await this.#startMongo(config)),
      ...(hasGoogle(config) ? {} : await this.#startGoogle()),
      PORT: String(raw.PORT ? config.PORT : await freePortFrom(config.PORT, config.HOST)),
    };
    const [api] = await Promise.all([
      this.#startRole({ ...environment, ROLE: 'api' }),
      this.#startRole({ ...environment, ROLE: 'worker' }),
    ]);
    this.url = api;
  }

  /** Stops the roles, then the stores that they use. */
  async stop() {
    this.#isStopping = true;
    await Promise.all(this.#roles.map(stopProcess));
    await Promise.all(this.#stores.map((store) => store.stop()));
  }

  async #startRedis(config) {
    const { PrivateRedis } = compiledLib('redis');
    const folder = resolve(config.DATA_DIR, 'redis');
    const redis = await started(PrivateRedis.start({ folder, log: (line) => say(`  ${line}`) }));
    this.#stores.push(redis);
    return redis.url;
  }

  async #startMongo(config) {
    const { EmbeddedMongo } = await import('@tributary/embedded-mongo');
    const mongo = await started(EmbeddedMongo.start({ folder: resolve(config.DATA_DIR, 'mongo') }));
    this.#stores.push(mongo);
    say(`  the embedded MongoDB listens at ${mongo.url}`);
    return `${mongo.url}/tributary`;
  }

  async #startGoogle() {
    const { addSampleData, GoogleEmulator } = await import('@tributary/google-emulator');
    const emulator = await started(GoogleEmulator.start());
    this.#stores.push(emulator);
    const {
      serviceAccount,
      spreadsheetId,
      spreadsheetTitle: title,
    } = addSampleData(emulator, this.#sample);
    this.emulator = { url: emulator.url, spreadsheetId, title };
    say(`  the Google emulator listens at ${emulator.url}`);
    return {
      GOOGLE_API_BASE_URL: emulator.url,
      GOOGLE_SERVICE_ACCOUNT_JSON: JSON.stringify(serviceAccount.keyFile),
    };
  }

  /** Resolves with the role's address when it is up. It ends with this process, for whatever reason. */
  #startRole(env) {
    const role = fork(join(root, 'dist', 'src', 'main.js'), {
      cwd: root,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    this.#roles.push(role);
    const problems = showProblems(role, env.ROLE);
    return new Promise((resolveUp, reject) => {
      const late = setTimeout(
        () => reject(new Trouble(`${env.ROLE} did not start within a minute.`)),
        START_DEADLINE_MS,
      );
      role.once('message', ({ address }) => {
        clearTimeout(late);
        say(`  ${env.ROLE} is up (process ${role.pid})${address ? ` at ${address}` : ''}`);
        resolveUp(address);
      });
      role.once('exit', (code, signal) => {
        clearTimeout(late);
        if (this.#isStopping) return;
        const said = problems.join('\n');
        const trouble = new Trouble(`${said}\n${env.ROLE} ended (${signal ?? `code ${code}`}).`);
        reject(trouble);
        this.#fail(trouble);
      });
    });
  }
}

function hasGoogle({ GOOGLE_SERVICE_ACCOUNT_JSON, GOOGLE_API_BASE_URL }) {
  return GOOGLE_SERVICE_ACCOUNT_JSON.length > 0 || GOOGLE_API_BASE_URL !== undefined;
}

/** Shows warnings and errors of a role's JSON log; the rest would hide the output of the quickstart. */
function showProblems(role, name) {
  const problems = [];
  let rest = '';
  role.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const [, level] = /^\{"level":"(warn|error|fatal)"/.exec(line) ?? [];
      if (!level) continue;
      const { msg, err } = JSON.parse(line);
      const text = `  ${name} ${level}: ${[msg, err?.message].filter(Boolean).join(': ')}`;
      if (level === 'fatal') problems.push(text);
      else say(text);
    }
  });
  return problems;
}

function stopProcess(child) {
  if (child.exitCode !== null || child.signalCode !== null) return undefined;
  return new Promise((resolveExit) => {
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS);
    child.once('exit', () => {
      clearTimeout(late);
      resolveExit();
    });
    child.kill('SIGTERM');
  });
}

function started(starting) {
  return starting.catch((error) => {
    throw new Trouble(error.message);
  });
}

function readable(load) {
  try {
    return load();
  } catch (error) {
    throw new Trouble(error.message);
  }
}

/** The wanted port, or the next free one if it is in use. */
async function freePortFrom(wanted, host) {
  for (let port = wanted; port < wanted + 50; port += 1) {
    if (await isFree(port, host)) {
      if (port !== wanted) say(`  Port ${wanted} is in use, using ${port}`);
      return port;
    }
  }
  throw new Trouble(`Ports ${wanted} to ${wanted + 49} are all in use; set PORT to a free one.`);
}

function isFree(port, host) {
  return new Promise((resolveFree) => {
    const server = createServer();
    server.once('error', () => resolveFree(false));
    server.listen(port, host, () => server.close(() => resolveFree(true)));
  });
}
