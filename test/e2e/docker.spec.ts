import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { GENERAL_VARIABLES, loadConfig, variables } from '@tributary/config';
import { parse } from 'yaml';

interface Service {
  image: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string | number>;
  volumes?: string[];
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  [key: string]: unknown;
}

interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

interface Instruction {
  keyword: string;
  text: string;
}

const root = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const compose = parse(read('docker/compose.yaml'), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const service = (name: string): Service => {
  const found = compose.services[name];
  if (!found) throw new Error(`compose.yaml has no service ${name}`);
  return found;
};
const volumesOf = ({ volumes = [] }: Service): string[] =>
  volumes.map((mount) => mount.split(':')[0] ?? '');

const stages = readStages(read('docker/Dockerfile'));
const finalStage = inherit(stages.at(-1) ?? []);
const inFinalStage = (keyword: string): string[] =>
  finalStage.filter((line) => line.keyword === keyword).map(({ text }) => text);

/** The instructions of each build stage, with continued lines joined and comments gone. */
function readStages(dockerfile: string): Instruction[][] {
  const lines = dockerfile
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const found: Instruction[][] = [];
  for (const line of lines) {
    const [keyword = '', ...words] = line.trim().split(/\s+/);
    if (keyword === 'FROM') found.push([]);
    found.at(-1)?.push({ keyword, text: words.join(' ') });
  }
  return found;
}

/** A stage together with the instructions of the stage that it starts from. */
function inherit(stage: Instruction[]): Instruction[] {
  const base = stage[0]?.text.split(' ')[0];
  const parent = stages.find(([from]) => from?.text.endsWith(` AS ${base}`));
  return parent ? [...inherit(parent), ...stage] : stage;
}

/** What the COPY instructions take out of the repository. */
function copiedFromRepository(): string[] {
  return stages
    .flat()
    .filter(({ keyword, text }) => keyword === 'COPY' && !text.startsWith('--from='))
    .flatMap(({ text }) => text.split(' ').slice(0, -1));
}

/** Fills `${NAME:-default}` with the default and `$$` with a dollar, as Compose does. */
function interpolate(text: string): string {
  return text.replace(/\$\{\w+:-([^}]*)\}|\$\$/g, (match, fallback: string) =>
    match === '$$' ? '$' : fallback,
  );
}

function environmentOf(name: string): Record<string, string> {
  const entries = Object.entries(service(name).environment ?? {});
  return Object.fromEntries(entries.map(([key, value]) => [key, interpolate(String(value))]));
}

function seconds(duration: unknown): number {
  const match = /^(\d+)s$/.exec(String(duration));
  if (!match) throw new Error(`expected seconds such as 40s, got ${String(duration)}`);
  return Number(match[1]);
}

interface Outcome {
  code: number;
  output: string;
}

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  return new Promise((done) => {
    execFile(command, args, { env }, (error, stdout, stderr) => {
      done({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
    });
  });
}

/** Runs a script of docker/ the way a command of the image runs it. */
const runScript = (name: string, args: string[], env?: Record<string, string>): Promise<Outcome> =>
  run(process.execPath, [join(root, 'docker', name), ...args], env);

function contentsOf(folder: string): Record<string, string> {
  const files = ['app', 'services'].flatMap((part) =>
    readdirSync(join(folder, part)).map((file) => `${part}/${file}`),
  );
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-docker-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the compose file', () => {
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
  const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
  const isMap = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const isDuration = (value: unknown): boolean => /^\d+s$/.test(String(value));
  const oneOf =
    (...words: unknown[]) =>
    (value: unknown): boolean =>
      words.includes(value);

  const shape: Record<string, (value: unknown) => boolean> = {
    image: isText,
    build: (value) => isMap(value) && Object.values(value as object).every(isText),
    pull_policy: oneOf('always', 'never', 'missing', 'build'),
    command: isTextList,
    entrypoint: isTextList,
    environment: (value) =>
      isMap(value) &&
      Object.values(value as object).every((item) => ['string', 'number'].includes(typeof item)),
    volumes: isTextList,
    tmpfs: isTextList,
    ports: isTextList,
    hostname: isText,
    network_mode: oneOf('none'),
    restart: oneOf('no', 'always', 'on-failure', 'unless-stopped'),
    stop_grace_period: isDuration,
    read_only: oneOf(true, false),
    cap_drop: isTextList,
    security_opt: isTextList,
    healthcheck: isMap,
    depends_on: isMap,
  };
  const healthcheckShape: Record<string, (value: unknown) => boolean> = {
    test: (value) => isTextList(value) && ['CMD', 'CMD-SHELL'].includes((value as string[])[0]!),
    disable: oneOf(true),
    interval: isDuration,
    timeout: isDuration,
    start_period: isDuration,
    retries: (value) => Number.isInteger(value),
  };

  function misfits(
    value: object,
    expected: Record<string, (item: unknown) => boolean>,
    path: string,
  ): string[] {
    return Object.entries(value)
      .filter(([key, item]) => !expected[key]?.(item))
      .map(([key]) => `${path}.${key}`);
  }

  it('uses only keys that Compose knows, each in the shape that it takes', () => {
    const topLevel = Object.keys(compose).filter((key) => !key.startsWith('x-'));
    expect(topLevel.sort()).toEqual(['name', 'services', 'volumes']);
    expect(services.flatMap(([name, value]) => misfits(value, shape, name))).toEqual([]);
    expect(
      services.flatMap(([name, { healthcheck = {} }]) =>
        misfits(healthcheck, healthcheckShape, `${name}.healthcheck`),
      ),
    ).toEqual([]);
    expect(services.filter(([, { image }]) => !isText(image))).toEqual([]);
  });

  it('offers every service that the deployment promises', () => {
    expect(Object.keys(compose.services).sort()).toEqual(
      ['api', 'minio', 'mongo', 'rabbitmq', 'redis', 'secrets', 'worker'].sort(),
    );
  });

  it('waits only for services that exist, and for health only where health is checked', () => {
    const waits = services.flatMap(([name, { depends_on = {} }]) =>
      Object.entries(depends_on).map(([target, { condition }]) => ({ name, target, condition })),
    );
    const canHold = ({ target, condition }: (typeof waits)[number]): boolean => {
      const dependency = compose.services[target];
      if (!dependency) return false;
      if (condition === 'service_healthy') return dependency.healthcheck?.test !== undefined;
      return condition === 'service_completed_successfully' && dependency.restart === 'no';
    };
    expect(waits.length).toBeGreaterThan(0);
    expect(waits.filter((wait) => !canHold(wait))).toEqual([]);
  });

  it.each(['api', 'worker'])('starts %s when its secrets exist and both stores answer', (name) => {
    expect(service(name).depends_on).toEqual({
      secrets: { condition: 'service_completed_successfully' },
      mongo: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    });
  });

  it('checks the health of every service that stays up, and brings it back after a crash', () => {
    const staying = services.filter(([name]) => name !== 'secrets');
    for (const [, { healthcheck, restart }] of staying) {
      expect(healthcheck?.test).toBeDefined();
      expect(restart).toBe('unless-stopped');
    }
  });

  it('mounts only volumes that it declares, and declares none in vain', () => {
    const mounted = new Set(services.flatMap(([, value]) => volumesOf(value)));
    expect([...mounted].sort()).toEqual(Object.keys(compose.volumes).sort());
  });

  it.each([
    ['mongo', 'mongo:/data/db'],
    ['redis', 'redis:/data'],
    ['rabbitmq', 'rabbitmq:/var/lib/rabbitmq'],
    ['minio', 'minio:/data'],
  ])('keeps what %s stores when its container is replaced', (name, mount) => {
    expect(service(name).volumes).toContain(mount);
  });

  it('publishes nothing but the API, and that to this machine only', () => {
    const published = services.flatMap(([name, { ports = [] }]) =>
      ports.map((port) => ({ name, port })),
    );
    const { PORT } = environmentOf('api');
    expect(published).toEqual([{ name: 'api', port: `127.0.0.1:3000:${PORT}` }]);
  });

  it('lets the worker be scaled: no fixed name, no port of the host', () => {
    expect(service('worker')).not.toHaveProperty('container_name');
    expect(service('worker')).not.toHaveProperty('ports');
  });

  it.each(['api', 'worker'])('gives the work of %s longer to end than it asks for', (name) => {
    const asked = Number(
      environmentOf(name).SHUTDOWN_GRACE_SECONDS ??
        GENERAL_VARIABLES.SHUTDOWN_GRACE_SECONDS.fallback,
    );
    expect(seconds(service(name).stop_grace_period)).toBeGreaterThan(asked);
  });

  it.each(['api', 'worker', 'secrets'])(
    'runs %s on a read-only disk, without capabilities',
    (name) => {
      expect(service(name)).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        tmpfs: ['/tmp'],
      });
    },
  );

  it('builds the one image of all roles once, from a Dockerfile that exists, and pulls it never', () => {
    const own = services.filter(([, { image }]) => image === service('api').image);
    expect(own.map(([name]) => name).sort()).toEqual(['api', 'secrets', 'worker']);
    expect(own.every(([, { pull_policy }]) => pull_policy === 'never')).toBe(true);

    const built = services.filter(([, { build }]) => build);
    expect(built.map(([name]) => name)).toEqual(['secrets']);
    const { context, dockerfile } = built[0]![1].build!;
    expect(join(root, 'docker', context)).toBe(root);
    expect(existsSync(join(root, 'docker', context, dockerfile))).toBe(true);
  });

  it.each(['api', 'worker', 'secrets'])('gives %s only variables that Tributary reads', (name) => {
    const known = Object.entries(variables).flatMap(([variable, { secret }]) =>
      secret ? [variable, `${variable}_FILE`] : [variable],
    );
    const given = Object.keys(service(name).environment ?? {});
    expect(given.filter((variable) => !known.includes(variable))).toEqual([]);
  });

  it('keeps the queues of Redis over a restart and never evicts a job', () => {
    const command = service('redis').command?.join(' ');
    expect(command).toContain('--appendonly yes');
    expect(command).toContain('--maxmemory-policy noeviction');
  });
});

describe('the image', () => {
  it('copies only what exists in the repository, or comes from a stage before it', () => {
    const missing = copiedFromRepository().filter((path) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);

    const names = stages.map(([from]) => / AS (\w+)$/.exec(from?.text ?? '')?.[1]);
    const sources = inFinalStage('COPY').flatMap((text) => /^--from=(\w+)/.exec(text)?.[1] ?? []);
    expect(sources.sort()).toEqual(['build', 'dependencies']);
    expect(sources.filter((source) => !names.includes(source))).toEqual([]);
  });

  it('lets into the build what it copies, and nothing else', () => {
    const rules = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const allowed = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
    expect(rules[0]).toBe('*');
    expect(allowed.sort()).toEqual([...new Set(copiedFromRepository())].sort());
  });

  it('runs only npm scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = stages.flat().flatMap(({ text }) => /npm run ([\w-]+)/.exec(text)?.[1] ?? []);
    expect(named).toEqual(['build']);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('installs exactly what is locked, and lets no dependency run a script', () => {
    const installs = stages
      .flat()
      .filter(({ text }) => /npm (ci|i|install)\b/.test(text))
      .map(({ text }) => text);
    expect(installs).toEqual(['npm ci --ignore-scripts', 'npm ci --ignore-scripts --omit=dev']);
  });

  it('has what names our packages, wherever npm installs and where the application runs', () => {
    const files = readdirSync(join(root, 'packages')).flatMap((name) => [
      `packages/${name}/index.cjs`,
      `packages/${name}/package.json`,
    ]);
    expect(files.length).toBeGreaterThan(0);
    const installing = stages.filter((stage) => stage.some(({ text }) => text.includes('npm ci')));
    expect(installing).toHaveLength(2);
    for (const stage of [...installing, stages.at(-1) ?? []]) {
      const lines = inherit(stage);
      const install = lines.findIndex(({ text }) => text.includes('npm ci'));
      const copied = lines
        .slice(0, install === -1 ? undefined : install)
        .filter(({ keyword }) => keyword === 'COPY')
        .flatMap(({ text }) => text.split(' ').slice(0, -1));
      expect(copied).toEqual(expect.arrayContaining(files));
    }
  });

  it('pins Node to a minor version, of the long-term line', () => {
    expect(inFinalStage('FROM')[0]).toMatch(/^node:24\.\d+-bookworm-slim AS base$/);
  });

  it('does not run as root', () => {
    expect(inFinalStage('USER')).toEqual(['1000:1000']);
  });

  it('starts node itself, so that SIGTERM reaches the application', () => {
    const command = JSON.parse(inFinalStage('CMD')[0] ?? '""') as string[];
    expect(command[0]).toBe('node');
    expect(command.at(-1)).toBe('dist/src/main.js');
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(scripts.start).toContain(command.at(-1));
  });

  it('makes every folder that a volume covers, and gives it to its user', () => {
    const [install = ''] = inFinalStage('RUN');
    expect(install).toMatch(/^install -d -o node -g node -m 0750 /);
    const targets = ['api', 'worker', 'secrets']
      .flatMap((name) => service(name).volumes ?? [])
      .map((mount) => mount.split(':')[1]);
    const made = install.split(' ').filter((word) => word.startsWith('/'));
    expect(made.sort()).toEqual([...new Set(targets)].sort());
    expect(made).toEqual(expect.arrayContaining(inFinalStage('VOLUME')));
    expect(inFinalStage('ENV')[0]).toContain(`DATA_DIR=${inFinalStage('VOLUME')[0]}`);
  });

  it('sets only variables that Tributary reads', () => {
    const names = imageEnvironment().map(([name]) => name);
    expect(names.filter((name) => !(name in variables))).toEqual([]);
  });
});

function imageEnvironment(): [string, string][] {
  return inFinalStage('ENV').flatMap((text) =>
    text.split(' ').map((pair): [string, string] => {
      const [name = '', value = ''] = pair.split('=');
      return [name, value];
    }),
  );
}

describe('the secrets service', () => {
  const [interpreter, script = '', target = ''] = service('secrets').command ?? [];
  const generate = (...more: string[]): Promise<Outcome> =>
    runScript('generate-secrets.mjs', [folder, ...more]);

  it('runs the script that the image carries, on the volumes that the others read', () => {
    expect(interpreter).toBe('node');
    expect(script).toBe('/app/docker/generate-secrets.mjs');
    expect(service('secrets').volumes).toEqual([
      `app-secrets:${target}/app`,
      `service-secrets:${target}/services`,
    ]);
  });

  it('writes secrets that are long, different, and readable by owner and group only', async () => {
    expect(await generate()).toMatchObject({ code: 0 });
    const contents = contentsOf(folder);
    const values = Object.values(contents);
    expect(values.filter((value) => value.length < 32 || /\s/.test(value))).toEqual([]);
    expect(new Set(values).size).toBe(values.length);
    for (const file of Object.keys(contents)) {
      expect([file, statSync(join(folder, file)).mode & 0o777]).toEqual([file, 0o440]);
    }
  });

  it('writes an encryption key of 32 bytes', async () => {
    await generate();
    const [id, key = ''] = readFileSync(join(folder, 'app/ENCRYPTION_KEYS'), 'utf8').split(':');
    expect(id).toMatch(/^k\d{4}-\d\d-\d\d-[0-9a-f]{6}$/);
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
  });

  it('shows no secret in its log', async () => {
    const { output } = await generate();
    const shown = Object.values(contentsOf(folder)).filter((value) => output.includes(value));
    expect(shown).toEqual([]);
  });

  it('never overwrites: a second start keeps every secret and fills in only what is gone', async () => {
    await generate();
    const first = contentsOf(folder);
    expect(await generate()).toMatchObject({ code: 0 });
    expect(contentsOf(folder)).toEqual(first);

    rmSync(join(folder, 'app/JWT_SECRET'));
    await generate();
    const { 'app/JWT_SECRET': replaced, ...kept } = contentsOf(folder);
    const { 'app/JWT_SECRET': original, ...before } = first;
    expect(kept).toEqual(before);
    expect(replaced).not.toBe(original);
  });

  it('agrees with itself when several start at once, and leaves no draft behind', async () => {
    const outcomes = await Promise.all([generate(), generate(), generate()]);
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
    const written = outcomes.flatMap(({ output }) => output.match(/written/g) ?? []);
    expect(written).toHaveLength(Object.keys(contentsOf(folder)).length);
    expect(Object.keys(contentsOf(folder)).filter((file) => file.includes('draft'))).toEqual([]);
  });

  it('rotates the encryption key by putting a new one in front of the old', async () => {
    await generate();
    const before = contentsOf(folder)['app/ENCRYPTION_KEYS'];
    expect(await generate('--rotate', 'ENCRYPTION_KEYS')).toMatchObject({ code: 0 });
    const [fresh, ...older] = contentsOf(folder)['app/ENCRYPTION_KEYS']?.split(',') ?? [];
    expect(older).toEqual([before]);
    expect(Buffer.from(fresh?.split(':')[1] ?? '', 'base64')).toHaveLength(32);
  });

  it('rotates the signing secret, and nothing besides it', async () => {
    await generate();
    const { 'app/JWT_SECRET': original, ...before } = contentsOf(folder);
    await generate('--rotate', 'JWT_SECRET');
    const { 'app/JWT_SECRET': rotated, ...after } = contentsOf(folder);
    expect(after).toEqual(before);
    expect(rotated).not.toBe(original);
    expect(rotated?.length).toBeGreaterThanOrEqual(32);
  });

  it.each(['ADMIN_PASSWORD', 'MINIO_PASSWORD', 'TYPO'])(
    'refuses to rotate %s, which would change a file and no account',
    async (name) => {
      await generate();
      const before = contentsOf(folder);
      const { code, output } = await generate('--rotate', name);
      expect(code).toBe(1);
      expect(output).toContain('can rotate JWT_SECRET');
      expect(contentsOf(folder)).toEqual(before);
    },
  );

  it.each(['api', 'worker'])('gives %s an environment that production accepts', async (role) => {
    await generate();
    const given = { ...Object.fromEntries(imageEnvironment()), ...environmentOf(role) };
    const local = Object.entries(given).map(([name, value]) => [
      name,
      name.endsWith('_FILE') ? value.replace(/^\/secrets/, folder) : value,
    ]);
    const config = loadConfig(Object.fromEntries(local) as Record<string, string>);
    expect(config).toMatchObject({ NODE_ENV: 'production', ROLE: role, HOST: '0.0.0.0' });
    expect(config.JWT_SECRET).toBe(contentsOf(folder)['app/JWT_SECRET']);
  });

  it('makes every secret file that a service is pointed at, on a volume which that service mounts', async () => {
    await generate();
    const generated = Object.keys(contentsOf(folder)).map((file) => `/secrets/${file}`);
    for (const [name, { environment = {}, entrypoint = [], volumes = [] }] of services) {
      const paths = [...Object.values(environment), ...entrypoint].flatMap(
        (text) => String(text).match(/\/secrets\/[\w/]+/g) ?? [],
      );
      const mounted = volumes.filter((mount) => mount.endsWith(':ro')).map((m) => m.split(':')[1]);
      for (const path of paths) {
        expect(generated).toContain(path);
        expect([name, mounted]).toEqual([name, expect.arrayContaining([dirname(path)])]);
      }
    }
  });
});

describe('the probe of the image and of compose', () => {
  const asked: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(status).end();
  });
  let port: string;

  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    port = String((server.address() as AddressInfo).port);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    asked.length = 0;
    status = 200;
  });

  /** What any process in a container has, or it would not run. */
  const running = {
    MONGODB_URL: 'mongodb://127.0.0.1:27017/tributary',
    REDIS_URL: 'redis://127.0.0.1:6379',
    JWT_SECRET: 'j'.repeat(32),
    INTERNAL_API_KEY: 'k'.repeat(32),
    ENCRYPTION_KEYS: `k:${Buffer.alloc(32, 7).toString('base64')}`,
  };
  const probe = (env: Record<string, string>, question?: string): Promise<Outcome> =>
    runScript('healthcheck.mjs', question ? [question] : [], { ...running, ...env });

  it('is in the image for docker, and in compose for api and worker', () => {
    const [check = ''] = inFinalStage('HEALTHCHECK');
    const command = JSON.parse(check.slice(check.indexOf('['))) as string[];
    expect(command).toEqual(['node', '/app/docker/healthcheck.mjs', 'live']);
    for (const role of ['api', 'worker']) {
      expect(service(role).healthcheck?.test).toEqual([
        'CMD',
        'node',
        '/app/docker/healthcheck.mjs',
        'ready',
      ]);
    }
  });

  it.each([
    ['api', 'PORT'],
    ['all', 'PORT'],
    ['worker', 'WORKER_PORT'],
  ])('asks a process with ROLE=%s on its %s', async (role, variable) => {
    const env = { ROLE: role, HOST: '0.0.0.0', PORT: '1', WORKER_PORT: '1', [variable]: port };
    expect(await probe(env, 'ready')).toMatchObject({ code: 0 });
    expect(asked).toEqual(['/health/ready']);
  });

  it('asks whether the process lives when it is not told what to ask', async () => {
    expect(await probe({ PORT: port })).toMatchObject({ code: 0 });
    expect(asked).toEqual(['/health/live']);
  });

  it('reports a process that is not ready', async () => {
    status = 503;
    expect(await probe({ PORT: port }, 'ready')).toEqual({ code: 1, output: 'ready: 503\n' });
  });

  it('reports a process that does not listen', async () => {
    const { code, output } = await probe({ PORT: '1' });
    expect(code).toBe(1);
    expect(output).toContain('live: ');
  });

  it.each(['', '0'])('takes a worker with WORKER_PORT="%s" at its word', async (none) => {
    expect(await probe({ ROLE: 'worker', WORKER_PORT: none })).toMatchObject({ code: 0 });
    expect(asked).toEqual([]);
  });
});

describe('the scripts inside compose.yaml', () => {
  /** Runs mongo's healthcheck against a server in the given state; mongosh itself is played. */
  function checkMongo(state: { code?: string; primary: boolean }): {
    exit?: number;
    initiated: unknown[];
  } {
    const [, shell, , , script = ''] = service('mongo').healthcheck?.test ?? [];
    expect(shell).toBe('mongosh');
    const seen: { exit?: number; initiated: unknown[] } = { initiated: [] };
    runInNewContext(script, {
      rs: {
        status: () => {
          if (state.code) throw Object.assign(new Error(state.code), { codeName: state.code });
        },
        initiate: (config: unknown) => seen.initiated.push(config),
      },
      db: { hello: () => ({ isWritablePrimary: state.primary }) },
      quit: (exit: number) => (seen.exit = exit),
    });
    return seen;
  }

  it('found the replica set of a new MongoDB under the name that the application connects to', () => {
    const { exit, initiated } = checkMongo({ code: 'NotYetInitialized', primary: false });
    expect(exit).toBe(1);
    const url = new URL(environmentOf('api').MONGODB_URL ?? '');
    expect(initiated).toEqual([
      { _id: url.searchParams.get('replicaSet'), members: [{ _id: 0, host: url.host }] },
    ]);
    expect(service('mongo').command?.join(' ')).toContain('--replSet rs0');
  });

  it('call MongoDB healthy once it takes writes, and found nothing twice', () => {
    expect(checkMongo({ primary: false })).toEqual({ exit: 1, initiated: [] });
    expect(checkMongo({ primary: true })).toEqual({ exit: 0, initiated: [] });
  });

  it('do not found a replica set over any other trouble', () => {
    expect(() => checkMongo({ code: 'InvalidReplicaSetConfig', primary: false })).toThrow(
      'InvalidReplicaSetConfig',
    );
  });

  describe('of rabbitmq', () => {
    const [shell = '', option = '', script = ''] = service('rabbitmq').entrypoint ?? [];

    /** Starts the entrypoint with a stand-in for RabbitMQ's own that tells what it was given. */
    async function start(): Promise<Outcome> {
      const stub = join(folder, 'docker-entrypoint.sh');
      writeFileSync(stub, '#!/bin/sh\necho "$@ with $RABBITMQ_DEFAULT_PASS"\n');
      chmodSync(stub, 0o755);
      const local = interpolate(script).replace('/secrets/', `${folder}/`);
      return run(shell, [option, local], { PATH: `${folder}:/usr/bin:/bin` });
    }

    it('start it with the password of this installation', async () => {
      await runScript('generate-secrets.mjs', [folder]);
      const password = contentsOf(folder)['services/RABBITMQ_PASSWORD'];
      expect(await start()).toEqual({ code: 0, output: `rabbitmq-server with ${password}\n` });
    });

    it('do not start it without one', async () => {
      const { code, output } = await start();
      expect(code).not.toBe(0);
      expect(output).not.toContain('rabbitmq-server');
    });
  });

  it('leave no dollar to Compose but variables that have a default', () => {
    const lines = read('docker/compose.yaml')
      .split('\n')
      .filter((line) => interpolate(line).includes('$') && !line.includes('$$('));
    expect(lines).toEqual([]);
  });
});
