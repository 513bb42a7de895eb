import { type IndexInfo } from '../indexes';
import { partPrefix } from '../storage';
import { type Binary, type Doc } from '../values';
import { type CollectionInfo, type CollectionType } from './collection-info';

/** What a collection counts, written beside its documents in the same transaction. */
export interface Counters {
  count: number;
  bytes: number;
  nextRecordId: number;
}

/** A collection that the catalog itself may change; everybody else sees a `CollectionInfo`. */
export class Collection implements CollectionInfo {
  count = 0;
  bytes = 0;
  nextRecordId = 1;
  dropped = false;
  readonly documents: Buffer;
  private allIndexes: readonly IndexInfo[] = [];
  private completeIndexes: readonly IndexInfo[] = [];

  constructor(
    readonly id: number,
    public db: string,
    public name: string,
    readonly type: CollectionType,
    readonly uuid: Binary,
    public options: Doc,
  ) {
    this.documents = partPrefix(id, 0);
  }

  get ns(): string {
    return `${this.db}.${this.name}`;
  }

  get indexes(): readonly IndexInfo[] {
    return this.completeIndexes;
  }

  get maintained(): readonly IndexInfo[] {
    return this.allIndexes;
  }

  setIndexes(indexes: readonly IndexInfo[]): void {
    this.allIndexes = indexes;
    this.completeIndexes = indexes.filter((index) => !index.building);
  }
}

const COUNTER_BYTES = 6;

/** Counters as they are stored. */
export function encodeCounters({ count, bytes, nextRecordId }: Counters): Buffer {
  const encoded = Buffer.allocUnsafe(3 * COUNTER_BYTES);
  encoded.writeUIntBE(count, 0, COUNTER_BYTES);
  encoded.writeUIntBE(bytes, COUNTER_BYTES, COUNTER_BYTES);
  encoded.writeUIntBE(nextRecordId, 2 * COUNTER_BYTES, COUNTER_BYTES);
  return encoded;
}

/** Counters out of what was stored. */
export function decodeCounters(encoded: Buffer): Counters {
  return {
    count: encoded.readUIntBE(0, COUNTER_BYTES),
    bytes: encoded.readUIntBE(COUNTER_BYTES, COUNTER_BYTES),
    nextRecordId: encoded.readUIntBE(2 * COUNTER_BYTES, COUNTER_BYTES),
  };
}
