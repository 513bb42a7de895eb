import { decode } from '../values';
import { parseMessage } from './parse-message';
import { MessageFlag, OpCode, ProtocolError } from './protocol';
import { bodySection, opMessage, opQuery, sequenceSection, wireMessage } from './testing/messages';

const insert = bodySection({ insert: 'c', $db: 'test' });
const rows = sequenceSection('documents', [{ _id: 1 }, { _id: 2 }]);

describe('parseMessage', () => {
  it('reads a body', () => {
    const request = parseMessage(opMessage([bodySection({ ping: 1, $db: 'admin' })], 0, 99));
    expect(request).toMatchObject({ requestId: 99, expectsReply: true, opCode: OpCode.Message });
    expect(request.body).toEqual({ ping: 1, $db: 'admin' });
  });

  it.each([
    ['body first', [insert, rows]],
    ['sequence first', [rows, insert]],
  ])('reads document sequences, %s', (_order, sections) => {
    const request = parseMessage(opMessage(sections));
    expect(request.body).toMatchObject({ insert: 'c' });
    const documents = request.sequences.get('documents') ?? [];
    expect(documents.map((raw) => decode(raw))).toEqual([{ _id: 1 }, { _id: 2 }]);
  });

  it('reads several sequences and an empty one', () => {
    const request = parseMessage(
      opMessage([insert, rows, sequenceSection('nsInfo', []), sequenceSection('ops', [{ a: 1 }])]),
    );
    expect([...request.sequences.keys()]).toEqual(['documents', 'nsInfo', 'ops']);
    expect(request.sequences.get('nsInfo')).toEqual([]);
  });

  it('tolerates a checksum and ignores optional flags', () => {
    const flags = MessageFlag.ChecksumPresent | MessageFlag.ExhaustAllowed;
    expect(parseMessage(opMessage([insert, rows], flags)).body).toMatchObject({ insert: 'c' });
  });

  it('sees that no reply is expected', () => {
    expect(parseMessage(opMessage([insert], MessageFlag.MoreToCome)).expectsReply).toBe(false);
  });

  it('reads the legacy hello, also when it is wrapped', () => {
    const plain = parseMessage(opQuery('admin.$cmd', { isMaster: 1 }));
    expect(plain.body).toEqual({ isMaster: 1, $db: 'admin' });
    expect(plain.opCode).toBe(OpCode.Query);
    const wrapped = parseMessage(opQuery('admin.$cmd', { $query: { hello: 1 } }));
    expect(wrapped.body).toMatchObject({ hello: 1 });
  });

  const truncated = Buffer.from(insert);
  truncated.writeInt32LE(10_000, 1);
  const negative = Buffer.from(insert);
  negative.writeInt32LE(-5, 1);
  const unnamed = Buffer.from([1, 8, 0, 0, 0, 65, 65, 65]);
  const badBson = Buffer.from([0, 12, 0, 0, 0, 0x77, 97, 0, 1, 2, 3, 0, 0]);

  it.each([
    ['an unknown operation code', wireMessage(2012, Buffer.alloc(20))],
    ['no body', opMessage([rows])],
    ['nothing at all', opMessage([])],
    ['two bodies', opMessage([insert, insert])],
    ['two sequences of one name', opMessage([insert, rows, rows])],
    ['an unknown section kind', opMessage([insert, Buffer.from([9, 5, 0, 0, 0, 0])])],
    ['an unknown required flag', opMessage([insert], 1 << 4)],
    ['a section longer than the message', opMessage([truncated])],
    ['a negative length', opMessage([negative])],
    ['a sequence whose name does not end', opMessage([insert, unnamed])],
    ['bytes that are not BSON', opMessage([badBson])],
    ['a header alone', wireMessage(OpCode.Message, Buffer.alloc(0))],
    ['a legacy query of a collection', opQuery('test.rows', { a: 1 })],
  ])('refuses %s', (_what, message) => {
    expect(() => parseMessage(message)).toThrow(ProtocolError);
  });
});
