/** The largest message that is read, as announced in the hello reply. */
export { MAX_MESSAGE_BYTES } from '../limits';

/** Operation codes of the messages this server reads or writes. */
export const OpCode = { Reply: 1, Query: 2004, Message: 2013 } as const;

/** Flag bits of an OP_MSG. The lower sixteen must be understood, the upper may be ignored. */
export const MessageFlag = { ChecksumPresent: 1, MoreToCome: 2, ExhaustAllowed: 1 << 16 } as const;

/** Bytes of the header that every message starts with. */
export const HEADER_BYTES = 16;

/** A message that breaks the protocol; the connection it came on cannot be trusted any more. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
