import { CursorReply } from '../cursors';
import { decode, encode, Long } from '../values';
import { encodeReply } from './encode-reply';
import { OpCode } from './protocol';

describe('encodeReply', () => {
  it('answers an OP_MSG with an OP_MSG', () => {
    const bytes = Buffer.concat(encodeReply({ ok: 1, text: 'é' }, 42, OpCode.Message));
    expect(bytes.readInt32LE(0)).toBe(bytes.length);
    expect(bytes.readInt32LE(8)).toBe(42);
    expect(bytes.readInt32LE(12)).toBe(OpCode.Message);
    expect(decode(bytes.subarray(21))).toEqual({ ok: 1, text: 'é' });
  });

  it('answers an OP_QUERY with an OP_REPLY of one document', () => {
    const bytes = Buffer.concat(encodeReply({ ok: 1 }, 42, OpCode.Query));
    expect(bytes.readInt32LE(0)).toBe(bytes.length);
    expect(bytes.readInt32LE(12)).toBe(OpCode.Reply);
    expect(bytes.readInt32LE(32)).toBe(1);
    expect(decode(bytes.subarray(36))).toEqual({ ok: 1 });
  });

  it.each([0, 1, 11])('puts %i stored documents into a cursor reply as they are', (count) => {
    const rows = Array.from({ length: count }, (_, index) => ({ _id: index, name: `n${index}` }));
    const reply = new CursorReply(
      'test.café',
      2n ** 40n,
      'firstBatch',
      rows.map((row) => encode(row)),
      { nErrors: 3 },
    );
    const bytes = Buffer.concat(encodeReply(reply, 1, OpCode.Message));
    expect(bytes.readInt32LE(0)).toBe(bytes.length);
    const body = decode(bytes.subarray(21));
    expect(body).toMatchObject({
      cursor: { firstBatch: rows, ns: 'test.café' },
      nErrors: 3,
    });
    expect(Number(body['ok'])).toBe(1);
    expect(Long.fromBigInt(2n ** 40n).equals((body['cursor'] as { id: Long }).id)).toBe(true);
  });
});
