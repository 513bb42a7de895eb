import type { Doc } from '../values';

/**
 * The answer of a command that opens or continues a cursor. Its documents are already BSON, so
 * that the wire can send them without decoding and encoding each one again.
 */
export class CursorReply {
  constructor(
    readonly namespace: string,
    /** 0 when there is nothing more to fetch. */
    readonly cursorId: bigint,
    readonly batchName: 'firstBatch' | 'nextBatch',
    readonly documents: readonly Buffer[],
    /** Fields of the reply beside `cursor` and `ok`. */
    readonly extra: Doc = {},
  ) {}
}
