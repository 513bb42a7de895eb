import { StreamableFile } from '@nestjs/common';
import { Readable } from 'node:stream';

/**
 * A response that pulls its text as fast as the reader takes it. What produces the text is ended when
 * the reader leaves.
 */
export function toJsonStream(text: AsyncIterable<string>): StreamableFile {
  const content = Readable.from(text, { objectMode: false });
  return new StreamableFile(content, { type: 'application/json; charset=utf-8' });
}
