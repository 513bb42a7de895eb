import { type LoggerService } from '@nestjs/common';
import { type Producer, type SASLOptions } from 'kafkajs';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type KafkaSettings } from '../kafka-settings';
import { type PublishedMessage } from '../message';
import { GIVEN_UP, kafkaLog } from './kafka-log';

const KEEP_ALIVE_MS = 60_000;
/** All replicas. */
const ACKS = -1;
/** Tries within one call; after that the caller decides. */
const RETRY = { retries: 2, initialRetryTime: 100, maxRetryTime: 1_000 };

/**
 * One idempotent producer from its first to its last byte. Once it is ended, nothing of it reaches
 * a broker any more: kafkajs goes on trying what its caller has given up, also behind its
 * `disconnect`, and such a batch would arrive behind later ones.
 */
export class ProducerSession {
  private readonly sockets = new Set<Socket>();
  private producer: Producer;
  private isEnded = false;

  private constructor(private readonly settings: KafkaSettings) {}

  /** A session without a connection. It loads kafkajs, which nothing else does. */
  static async create(settings: KafkaSettings, logger: LoggerService): Promise<ProducerSession> {
    const session = new ProducerSession(settings);
    const { default: kafkajs } = await import('kafkajs');
    const { brokers, clientId, deadlineMs, tls, sasl } = settings;
    const kafka = new kafkajs.Kafka({
      brokers: [...brokers],
      clientId,
      // So that others are tried when the first one does not answer.
      connectionTimeout: Math.ceil(deadlineMs / 4),
      authenticationTimeout: deadlineMs,
      requestTimeout: deadlineMs,
      retry: RETRY,
      ...(tls ? { ssl: tls.ca === undefined ? true : { ca: [tls.ca] } } : {}),
      ...(sasl ? { sasl: sasl as SASLOptions } : {}),
      socketFactory: (options) => session.openSocket(options),
      logLevel: kafkajs.logLevel.INFO,
      logCreator: kafkaLog(logger),
    });
    session.producer = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      retry: RETRY,
      // That of Java's clients: consumers may join by key what others have published.
      createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    });
    return session;
  }

  async connect(): Promise<void> {
    await this.producer.connect();
  }

  async send(topic: string, messages: readonly PublishedMessage[]): Promise<void> {
    await this.producer.send({
      topic,
      acks: ACKS,
      timeout: this.settings.deadlineMs,
      messages: messages.map(({ key, value, headers }) => ({
        key,
        value,
        headers: { ...headers },
      })),
    });
  }

  /** Says good-bye to the brokers. */
  async close(): Promise<void> {
    await this.producer.disconnect();
    this.end();
  }

  /** Cuts every connection, at once and for good. */
  end(): void {
    this.isEnded = true;
    for (const socket of this.sockets) socket.destroy(new Error(GIVEN_UP));
    // Ends its timers; what is left of it fails without a connection.
    void this.producer.disconnect().catch(() => undefined);
  }

  private openSocket({ host, port, ssl, onConnect }: SocketOptions): Socket {
    if (this.isEnded) throw new Error(GIVEN_UP);
    const target = { host, port };
    const socket = ssl
      ? connectTls({ ...target, ...(isIP(host) ? {} : { servername: host }), ...ssl }, onConnect)
      : connectTcp(target, onConnect);
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    return socket.setKeepAlive(true, KEEP_ALIVE_MS);
  }
}

interface SocketOptions {
  host: string;
  port: number;
  ssl: object;
  onConnect: () => void;
}
