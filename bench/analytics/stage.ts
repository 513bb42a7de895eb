import { EmbeddedMongo } from '@tributary/embedded-mongo';
import { PrivateRedis } from '@tributary/redis';
import { type Db, MongoClient } from 'mongodb';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type BenchmarkContext } from '../harness/benchmark';
import { tokenFor } from '../sync/token';
import { TributaryProcess } from '../sync/tributary-process';
import { fieldsOf, orderAt } from './orders';
import { RowFiller } from './row-filler';

const OWNER = 'owner';
const API_KEY = randomBytes(32).toString('base64');

/** An api process, and stores that it reads from. */
export class Stage {
  private constructor(
    private readonly filler: RowFiller,
    readonly db: Db,
    readonly url: string,
    readonly headers: Readonly<Record<'Authorization' | 'X-API-Key', string>>,
  ) {}

  /** Starts everything, and has it ended later. */
  static async set(context: BenchmarkContext): Promise<Stage> {
    context.progress('starting Redis, MongoDB and an api process');
    const redis = await PrivateRedis.start({ folder: join(context.folder, 'redis') });
    context.defer(() => redis.stop());
    const mongo = await EmbeddedMongo.start({ folder: join(context.folder, 'mongo') });
    context.defer(() => mongo.stop());
    const stores = { REDIS_URL: redis.url, MONGODB_URL: `${mongo.url}/tributary` };
    const client = await new MongoClient(stores.MONGODB_URL).connect();
    context.defer(() => client.close());
    const db = client.db();
    const rows = db.collection('sheet_raw_data');
    const filler = await RowFiller.start(stores, rows, context.progress);
    context.defer(() => filler.close());
    const JWT_SECRET = randomBytes(32).toString('base64');
    const { url } = await TributaryProcess.start(context, {
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      ROLE: 'api',
      PORT: '0',
      DATA_DIR: join(context.folder, 'data'),
      ...stores,
      JWT_SECRET,
      INTERNAL_API_KEY: API_KEY,
      ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
      // Everything comes from one address, and has to get through.
      THROTTLE_LIMIT: '1000000',
    });
    const Authorization = `Bearer ${await tokenFor(OWNER, JWT_SECRET)}`;
    return new Stage(filler, db, url, { Authorization, 'X-API-Key': API_KEY });
  }

  /** A connection with so many orders, all of them added up; gives its id. */
  async addOrders(count: number): Promise<string> {
    const connectionId = `orders-${count}`;
    const fields = (place: number): ReturnType<typeof fieldsOf> => fieldsOf(orderAt(place, count));
    await this.filler.fill({ connectionId, userId: OWNER, tab: 'Orders', count, fields });
    return connectionId;
  }

  /** Has answers made anew, by roll-ups or without them. */
  async forgetAnswers(connection_id: string, is_rolled_up: boolean): Promise<void> {
    const change = { $set: { is_rolled_up } };
    const { matchedCount } = await this.db
      .collection('sheet_books')
      .updateOne({ connection_id }, change);
    if (matchedCount !== 1) throw new Error(`there is no book of ${connection_id}`);
    await this.filler.forgetAnswers(connection_id);
  }
}
