import { type Logger } from 'kafkajs';
import { createRequire } from 'node:module';

/** A message as it is in a topic. */
export interface ReadMessage {
  partition: number;
  key: string;
  value: string;
  headers: Record<string, string>;
}

/** What is used of the insides of kafkajs: its consumers need groups, which the broker of the tests does not have. */
interface Cluster {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  addTargetTopic(topic: string): Promise<void>;
  findTopicPartitionMetadata(topic: string): { partitionId: number; leader: number }[];
  findBroker(node: { nodeId: number }): Promise<FetchingBroker>;
}

interface FetchingBroker {
  fetch(request: object): Promise<{ responses: { partitions: FetchedPartition[] }[] }>;
}

interface FetchedPartition {
  messages: {
    offset: string;
    key: Buffer;
    value: Buffer;
    headers: Record<string, Buffer>;
  }[];
}

type ClusterClass = new (options: object) => Cluster;
type LoggerFactory = (options: object) => Logger;

const MAX_BYTES = 8 * 1024 * 1024;

/** Everything that a topic holds, each partition in its order. */
export async function readTopic(broker: string, topic: string): Promise<ReadMessage[]> {
  const cluster = makeCluster(broker);
  await cluster.connect();
  try {
    await cluster.addTargetTopic(topic);
    const messages: ReadMessage[] = [];
    for (const { partitionId, leader } of cluster.findTopicPartitionMetadata(topic)) {
      const node = await cluster.findBroker({ nodeId: leader });
      messages.push(...(await readPartition(node, topic, partitionId)));
    }
    return messages;
  } finally {
    await cluster.disconnect();
  }
}

async function readPartition(
  node: FetchingBroker,
  topic: string,
  partition: number,
): Promise<ReadMessage[]> {
  const read: ReadMessage[] = [];
  for (let offset = 0; ;) {
    const from = { partition, fetchOffset: String(offset), maxBytes: MAX_BYTES };
    const { responses } = await node.fetch({
      replicaId: -1,
      isolationLevel: 0,
      maxWaitTime: 1,
      minBytes: 0,
      maxBytes: MAX_BYTES,
      topics: [{ topic, partitions: [from] }],
    });
    const messages = responses[0]?.partitions[0]?.messages ?? [];
    const last = messages.at(-1);
    if (!last) return read;
    offset = Number(last.offset) + 1;
    for (const { key, value, headers } of messages) {
      const texts = Object.entries(headers).map(([name, text]) => [name, text.toString()]);
      read.push({
        partition,
        key: key.toString(),
        value: value.toString(),
        headers: Object.fromEntries(texts) as Record<string, string>,
      });
    }
  }
}

function makeCluster(broker: string): Cluster {
  const load = createRequire(__filename);
  const Cluster = load('kafkajs/src/cluster') as ClusterClass;
  const { createLogger } = load('kafkajs/src/loggers') as { createLogger: LoggerFactory };
  const createSocketFactory = load('kafkajs/src/network/socketFactory') as () => unknown;
  return new Cluster({
    logger: createLogger({ level: 0, logCreator: () => () => undefined }),
    socketFactory: createSocketFactory(),
    brokers: [broker],
    clientId: 'reader-of-a-test',
    connectionTimeout: 60_000,
    authenticationTimeout: 60_000,
    requestTimeout: 60_000,
    metadataMaxAge: 60_000,
    allowAutoTopicCreation: false,
    retry: { retries: 5 },
  });
}
