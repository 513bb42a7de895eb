import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../libs/redis/src/private-server/free-port';
import { throwAwayFolder } from './environment';
import { eventually } from './eventually';
import { type ReadMessage, readTopic } from './kafka-reader';

/** What the broker rejects: its schema allows no message to be poisonous. */
export const POISON = { poison: true };

const PARTITIONS = 3;

/**
 * A Kafka broker: Mokapi, which keeps its messages in memory, checks the sequence numbers of
 * idempotent producers and the values against a schema. It has no consumer groups worth that name,
 * and fails over values of more than 64 KiB. It listens on all interfaces: it knows no other way.
 */
export class KafkaBroker {
  private running: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly topics: readonly string[],
  ) {}

  /** One that takes JSON objects for these topics, and knows no others. */
  static async start(...topics: string[]): Promise<KafkaBroker> {
    const broker = await KafkaBroker.configure(...topics);
    await broker.start();
    return broker;
  }

  /** One that was not started yet. */
  static async configure(...topics: string[]): Promise<KafkaBroker> {
    const broker = new KafkaBroker(throwAwayFolder(), await freePort(), topics);
    brokers.push(broker);
    return broker;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Resolves when it answers; whatever it knew before is gone. */
  async start({ takesPoison = false } = {}): Promise<void> {
    const configuration = join(this.folder, 'configuration');
    mkdirSync(configuration, { recursive: true });
    writeFileSync(
      join(configuration, 'kafka.json'),
      JSON.stringify(this.specification(takesPoison)),
    );
    const log = openSync(this.log, 'a');
    this.running = spawn(
      createRequire(__filename)('@go-mokapi/linux-x64') as string,
      [
        ...['--providers-file-directory', configuration],
        ...['--api-port', String(await freePort())],
        ...['--health-enabled', 'false', '--mcp-server-enabled=false'],
      ],
      { cwd: this.folder, stdio: ['ignore', log, log] },
    );
    closeSync(log);
    await eventually('the broker listens', () => isListening(this.port));
  }

  /** Throws when it has ended by itself, with the last of what it said. */
  assertRunning(): void {
    const { exitCode, signalCode } = this.running ?? {};
    if ((exitCode ?? signalCode ?? undefined) === undefined) return;
    const lines = readFileSync(this.log, 'utf8').split('\n').slice(-LAST_LINES).join('\n');
    throw new Error(`The broker ended by itself (${signalCode ?? exitCode}):\n${lines}`);
  }

  /** Ends it without a chance to save anything. */
  async kill(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }

  /** From now on it takes connections and requests, but answers nothing. */
  freeze(): void {
    this.running?.kill('SIGSTOP');
  }

  /** It answers what it was sent meanwhile, too. */
  thaw(): void {
    this.running?.kill('SIGCONT');
  }

  /** Bytes that it was sent and has not read: while it is frozen, they show that a request is there. */
  unreadBytes(): number {
    const port = this.port.toString(16).toUpperCase().padStart(4, '0');
    const lines = ['tcp', 'tcp6'].flatMap((table) =>
      readFileSync(`/proc/net/${table}`, 'utf8').split('\n').slice(1),
    );
    return lines
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => local?.endsWith(`:${port}`) && state === ESTABLISHED)
      .reduce((sum, [, , , , queues]) => sum + parseInt(queues?.split(':')[1] ?? '0', 16), 0);
  }

  /** Everything that a topic holds, each partition in its order. */
  async read(topic: string): Promise<ReadMessage[]> {
    this.assertRunning();
    return readTopic(this.address, topic);
  }

  private get log(): string {
    return join(this.folder, 'mokapi.log');
  }

  private specification(takesPoison: boolean): object {
    return {
      asyncapi: '3.0.0',
      info: { title: 'Broker of a test', version: '1' },
      servers: { broker: { host: this.address, protocol: 'kafka' } },
      channels: Object.fromEntries(
        this.topics.map((topic) => [
          topic,
          {
            address: topic,
            bindings: { kafka: { partitions: PARTITIONS } },
            messages: {
              message: {
                contentType: 'application/json',
                payload: takesPoison ? ANY_OBJECT : NO_POISON,
              },
            },
          },
        ]),
      ),
    };
  }
}

const LAST_LINES = 60;

/** In the tables of the kernel. */
const ESTABLISHED = '01';

const ANY_OBJECT = { type: 'object' };
const NO_POISON = {
  type: 'object',
  required: ['number'],
  properties: { number: { type: 'integer' }, poison: { type: 'boolean', enum: [false] } },
};

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

const brokers: KafkaBroker[] = [];

afterAll(async () => {
  await Promise.all(brokers.splice(0).map((broker) => broker.kill()));
});
