import { randomInt, randomUUID } from 'node:crypto';
import { type Server } from 'node:http';
import request from 'supertest';

/** Somebody at an address of their own, as a proxy in front of the service reports it. */
export class Client {
  readonly address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

  constructor(
    private readonly server: Server | string,
    private readonly token?: string,
  ) {}

  get(path: string): request.Test {
    return this.prepared(request(this.server).get(path));
  }

  post(path: string, body?: unknown): request.Test {
    const sent = this.prepared(request(this.server).post(path));
    return body === undefined ? sent : sent.send(body as object);
  }

  put(path: string, body: unknown): request.Test {
    return this.prepared(request(this.server).put(path)).send(body as object);
  }

  patch(path: string, body: unknown): request.Test {
    return this.prepared(request(this.server).patch(path)).send(body as object);
  }

  delete(path: string): request.Test {
    return this.prepared(request(this.server).delete(path));
  }

  /** Registers a new account and signs it in. */
  async signedUp(credentials: Credentials = newCredentials()): Promise<Client> {
    await this.post('/api/v1/auth/register', credentials).expect(201);
    return this.signedIn(credentials);
  }

  async signedIn(credentials: Credentials): Promise<Client> {
    const { body } = await this.post('/api/v1/auth/login', credentials).expect(200);
    return new Client(this.server, (body as { access_token: string }).access_token);
  }

  private prepared(test: request.Test): request.Test {
    const addressed = test.set('X-Forwarded-For', this.address);
    return this.token ? addressed.set('Authorization', `Bearer ${this.token}`) : addressed;
  }
}

export interface Credentials {
  email: string;
  password: string;
}

/** Credentials that nobody has yet. */
export function newCredentials(): Credentials {
  return { email: `${randomUUID()}@shop.example`, password: 'correct horse battery' };
}
