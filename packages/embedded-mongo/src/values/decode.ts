import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import { invalidBson, overflow } from '../errors';
import { BsonReader } from './bson-reader';
import { BsonType } from './bson-types';
import { setOwn } from './fields';
import type { BsonValue, Doc } from './types';

/** As MongoDB's own limit: deeper documents could exhaust the stack of whoever walks them. */
export const MAX_NESTING = 200;
const BINARY_WITH_INNER_LENGTH = 2;

/**
 * The document in the bytes, with the type of each number kept: an int32 and a double with a
 * fraction are plain numbers, an integral double is a Double, an int64 a Long. Encoding it again
 * gives the same bytes. Bytes after the document are left alone.
 */
export function decode(bytes: Uint8Array): Doc {
  return new Decoder(bytes).root();
}

/** Like decode, but only the root fields asked for. */
export function decodeRoots(bytes: Uint8Array, roots: ReadonlySet<string>): Doc {
  return new Decoder(bytes).rootFields(roots);
}

class Decoder {
  private readonly reader: BsonReader;

  constructor(bytes: Uint8Array) {
    this.reader = new BsonReader(bytes);
  }

  root(): Doc {
    return this.document(this.reader.size, 0);
  }

  private document(limit: number, depth: number): Doc {
    checkDepth(depth);
    const { reader } = this;
    const end = reader.openDocument(limit);
    const doc: Doc = {};
    for (let type = reader.type(end); type !== 0; type = reader.type(end)) {
      const name = reader.name(end);
      const value = this.value(type, end, depth);
      if (name === '__proto__') setOwn(doc, name, value);
      else doc[name] = value;
    }
    return doc;
  }

  rootFields(roots: ReadonlySet<string>): Doc {
    const { reader } = this;
    const end = reader.openDocument(reader.size);
    const doc: Doc = {};
    let wanted = roots.size;
    for (let type = reader.type(end); type !== 0 && wanted > 0; type = reader.type(end)) {
      const name = reader.name(end);
      if (roots.has(name)) {
        setOwn(doc, name, this.value(type, end, 0));
        wanted--;
      } else reader.skipValue(type, end);
    }
    return doc;
  }

  private array(limit: number, depth: number): BsonValue[] {
    checkDepth(depth);
    const { reader } = this;
    const end = reader.openDocument(limit);
    const items: BsonValue[] = [];
    for (let type = reader.type(end); type !== 0; type = reader.type(end)) {
      reader.skipCString(end);
      items.push(this.value(type, end, depth));
    }
    return items;
  }

  private value(type: number, end: number, depth: number): BsonValue {
    const { reader } = this;
    switch (type) {
      case BsonType.double:
        return this.double(reader.double(end));
      case BsonType.string:
        return reader.string(end);
      case BsonType.document:
        return this.document(end, depth + 1);
      case BsonType.array:
        return this.array(end, depth + 1);
      case BsonType.binary:
        return this.binary(end);
      case BsonType.undefined:
      case BsonType.null:
        return null;
      case BsonType.objectId:
        return new ObjectId(reader.bytes(12, end));
      case BsonType.boolean:
        return reader.byte(end) !== 0;
      case BsonType.date:
        return this.date(end);
      case BsonType.regex:
        return this.regex(end);
      case BsonType.dbPointer:
        return { $ref: reader.string(end), $id: new ObjectId(reader.bytes(12, end)) };
      case BsonType.code:
        return new Code(reader.string(end));
      case BsonType.symbol:
        return new BSONSymbol(reader.string(end));
      case BsonType.codeWithScope:
        return this.codeWithScope(end, depth);
      case BsonType.int32:
        return reader.int32(end);
      case BsonType.timestamp:
        return this.timestamp(end);
      case BsonType.int64:
        return this.int64(end);
      case BsonType.decimal128:
        return new Decimal128(reader.copy(16, end));
      case BsonType.maxKey:
        return new MaxKey();
      case BsonType.minKey:
        return new MinKey();
      default:
        throw invalidBson(`Unrecognized BSON type ${type} in document`);
    }
  }

  private double(value: number): number | Double {
    return Number.isInteger(value) ? new Double(value) : value;
  }

  private int64(end: number): Long {
    const low = this.reader.int32(end);
    const high = this.reader.int32(end);
    return Long.fromBits(low, high);
  }

  private date(end: number): Date {
    const low = this.reader.int32(end);
    const high = this.reader.int32(end);
    return new Date(high * 2 ** 32 + (low >>> 0));
  }

  private timestamp(end: number): Timestamp {
    const increment = this.reader.int32(end) >>> 0;
    const time = this.reader.int32(end) >>> 0;
    return new Timestamp({ t: time, i: increment });
  }

  private regex(end: number): BSONRegExp {
    const pattern = this.reader.cString(end);
    const options = this.reader.cString(end);
    if (!/^[ilmsux]*$/.test(options))
      throw invalidBson(`Invalid regular expression options '${options}' in BSON document`);
    return new BSONRegExp(pattern, options);
  }

  private binary(end: number): Binary {
    const length = this.reader.length(end);
    const subtype = this.reader.byte(end);
    // The old generic subtype repeats the length inside; Binary holds the bytes behind it.
    if (subtype === BINARY_WITH_INNER_LENGTH) {
      if (this.reader.int32(end) !== length - 4)
        throw invalidBson('Invalid inner length of a binary value in BSON document');
      return new Binary(this.reader.copy(length - 4, end), subtype);
    }
    return new Binary(this.reader.copy(length, end), subtype);
  }

  private codeWithScope(end: number, depth: number): Code {
    const { reader } = this;
    const start = reader.position;
    const length = reader.int32(end);
    const code = reader.string(end);
    const scope = this.document(end, depth + 1);
    if (reader.position !== start + length)
      throw invalidBson('Invalid length of code with scope in BSON document');
    return new Code(code, scope);
  }
}

function checkDepth(depth: number): void {
  if (depth > MAX_NESTING)
    throw overflow(`BSON document exceeds the maximum nesting depth of ${MAX_NESTING}`);
}
