import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ensureIndexes } from '@tributary/mongo';
import { isValidObjectId, type Model, type QueryFilter, Types, type UpdateQuery } from 'mongoose';
import { type SheetConnection } from './sheet-connection';
import { SheetConnectionRecord } from './sheet-connection.schema';

/** What is stored of a new connection. */
export type NewConnection = Omit<
  SheetConnection,
  'id' | 'generation' | 'created_at' | 'updated_at' | 'key_column'
>;

/** What an owner may change. */
export type ConnectionChanges = Partial<
  Pick<
    NewConnection,
    | 'sheet_name'
    | 'tab_id'
    | 'account'
    | 'column_mappings'
    | 'header_row'
    | 'data_start_row'
    | 'sync_enabled'
    | 'sync_mode'
    | 'sheet_type'
    | 'key'
  >
>;

/** Documents from before deletions were marked have no such field. */
const NOT_DELETED = { deleted_at: null };

/** Connections in their collection. Deleted ones are never found. */
@Injectable()
export class SheetConnectionRepository {
  constructor(
    @InjectModel(SheetConnectionRecord.name)
    private readonly connections: Model<SheetConnectionRecord>,
  ) {}

  /** An id for a connection that is about to be created. */
  newId(): string {
    return new Types.ObjectId().toHexString();
  }

  async create(id: string, connection: NewConnection): Promise<SheetConnection> {
    await ensureIndexes(this.connections);
    const _id = new Types.ObjectId(id);
    const { column_mappings, ...rest } = connection;
    const [created] = await this.connections.create([
      { _id, ...rest, column_mappings: [...column_mappings], generation: 1 },
    ]);
    if (!created) throw new Error('One document was created');
    return toConnection(created.toObject());
  }

  /** A user's connection; undefined for another user's. */
  async find(userId: string, id: string): Promise<SheetConnection | undefined> {
    return this.first({ _id: id, user_id: { $eq: userId } });
  }

  /** A connection of any user, for work on behalf of its owner. */
  async findById(id: string): Promise<SheetConnection | undefined> {
    return this.first({ _id: id });
  }

  /** A user's connections, oldest first. */
  async list(userId: string, offset: number, limit: number): Promise<SheetConnection[]> {
    const records = await this.connections
      .find({ user_id: { $eq: userId }, ...NOT_DELETED })
      .sort({ created_at: 1, _id: 1 })
      .skip(offset)
      .limit(limit)
      .lean<SheetConnectionRecord[]>();
    return records.map(toConnection);
  }

  /** Enabled connections of all users, a batch at a time. */
  async *enabled(batch: number): AsyncGenerator<SheetConnection[]> {
    let after: Types.ObjectId | undefined;
    for (;;) {
      const records: SheetConnectionRecord[] = await this.connections
        .find({ sync_enabled: true, ...NOT_DELETED, ...(after ? { _id: { $gt: after } } : {}) })
        .sort({ _id: 1 })
        .limit(batch)
        .lean<SheetConnectionRecord[]>();
      if (records.length > 0) yield records.map(toConnection);
      if (records.length < batch) return;
      after = records.at(-1)?._id;
    }
  }

  /** Enables or disables the scheduled syncs of a user's connection. */
  async setEnabled(
    userId: string,
    id: string,
    changes: Pick<ConnectionChanges, 'sync_enabled'>,
  ): Promise<SheetConnection | undefined> {
    if (!isValidObjectId(id)) return undefined;
    return this.updated({ _id: id, user_id: { $eq: userId } }, { $set: changes });
  }

  /**
   * Changes a connection; with `bumpsGeneration`, stored rows are of an old generation from now on. Undefined
   * when it is gone, or its shape was changed since it was read.
   */
  async update(
    { id, user_id, generation }: SheetConnection,
    changes: ConnectionChanges,
    bumpsGeneration: boolean,
  ): Promise<SheetConnection | undefined> {
    return this.updated(
      { _id: id, user_id, generation },
      { $set: changes, ...(bumpsGeneration ? { $inc: { generation: 1 } } : {}) },
    );
  }

  /**
   * Stored rows are of an old generation from now on; does nothing when the generation was bumped
   * already.
   */
  async bumpGeneration({ id, generation }: SheetConnection): Promise<void> {
    await this.connections.updateOne({ _id: id, generation }, { $inc: { generation: 1 } });
  }

  /** Stores the new title of a connection's tab, unless its owner chose another tab meanwhile. */
  async renameTab({ id, tab_id }: SheetConnection, title: string): Promise<void> {
    await this.connections.updateOne({ _id: id, tab_id }, { $set: { sheet_name: title } });
  }

  /**
   * Marks the connection deleted, so that it is not found any more; false when it was not found
   * before.
   */
  async markDeleted(id: string): Promise<boolean> {
    const { matchedCount } = await this.connections.updateOne(
      { _id: id, ...NOT_DELETED },
      { $set: { deleted_at: new Date() } },
    );
    return matchedCount === 1;
  }

  async delete(id: string): Promise<void> {
    await this.connections.deleteOne({ _id: id });
  }

  private async updated(
    filter: QueryFilter<SheetConnectionRecord>,
    update: UpdateQuery<SheetConnectionRecord>,
  ): Promise<SheetConnection | undefined> {
    const record = await this.connections
      .findOneAndUpdate({ ...filter, ...NOT_DELETED }, update, { returnDocument: 'after' })
      .lean<SheetConnectionRecord>();
    return record ? toConnection(record) : undefined;
  }

  private async first(filter: {
    _id: string;
    user_id?: { $eq: string };
  }): Promise<SheetConnection | undefined> {
    if (!isValidObjectId(filter._id)) return undefined;
    const record = await this.connections
      .findOne({ ...filter, ...NOT_DELETED })
      .lean<SheetConnectionRecord>();
    return record ? toConnection(record) : undefined;
  }
}

function toConnection({ _id, key, ...record }: SheetConnectionRecord): SheetConnection {
  return {
    ...record,
    sheet_type: record.sheet_type ?? null,
    id: _id.toHexString(),
    key,
    key_column: key?.sheet_column ?? null,
  };
}
