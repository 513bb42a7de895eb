import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { HealthProbe } from '@tributary/common';
import { type Connection } from 'mongoose';

/** What the embedded server calls itself in `buildInfo`. */
const EMBEDDED = 'tributary-embedded';

/** Checks that MongoDB is available, and whether it is the embedded one. */
@Injectable()
export class MongoProbe extends HealthProbe {
  readonly name = 'mongo';

  constructor(@InjectConnection() private readonly connection: Connection) {
    super();
  }

  async check(): Promise<string> {
    if (!this.connection.db) throw new Error('not connected');
    const { modules } = await this.connection.db.admin().command({ buildInfo: 1 });
    return Array.isArray(modules) && modules.includes(EMBEDDED) ? 'embedded' : 'mongodb';
  }
}
