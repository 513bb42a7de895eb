import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { HealthProbe } from '@tributary/common';
import { type Connection } from 'mongoose';

/** Asks MongoDB for a sign of life. */
@Injectable()
export class MongoProbe extends HealthProbe {
  readonly name = 'mongo';

  constructor(@InjectConnection() private readonly connection: Connection) {
    super();
  }

  async check(): Promise<void> {
    if (!this.connection.db) throw new Error('not connected');
    await this.connection.db.admin().ping();
  }
}
