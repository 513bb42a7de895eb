import * as fc from 'fast-check';
import { MessageFramer } from './message-framer';
import { ProtocolError } from './protocol';
import { wireMessage } from './testing/messages';

describe('MessageFramer', () => {
  it('cuts any way of chopping the bytes into the same messages', () => {
    const sizes = fc.array(fc.nat(200), { minLength: 1, maxLength: 8 });
    const cuts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(sizes, cuts, (payloads, pieces) => {
        const messages = payloads.map((size, index) =>
          wireMessage(2013, Buffer.alloc(size, index)),
        );
        const bytes = Buffer.concat(messages);
        const framer = new MessageFramer();
        const received: Buffer[] = [];
        for (let at = 0, piece = 0; at < bytes.length; piece++) {
          const length = pieces[piece % pieces.length] ?? 1;
          received.push(...framer.push(bytes.subarray(at, at + length)));
          at += length;
        }
        expect(received).toEqual(messages);
        // Nothing is left of them in front of the next one.
        const next = wireMessage(2013, Buffer.alloc(3, 9));
        expect(framer.push(next)).toEqual([next]);
      }),
    );
  });

  it.each([0, 15, -1, 1001])('refuses a length of %i before collecting the message', (length) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(length);
    expect(() => new MessageFramer(1000).push(bytes)).toThrow(ProtocolError);
  });

  it('takes a message of exactly the largest size', () => {
    const message = wireMessage(2013, Buffer.alloc(984));
    expect(new MessageFramer(1000).push(message)).toEqual([message]);
  });
});
