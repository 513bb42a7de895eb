import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const END_LENGTH = 22;

/** The files of a zip file without a comment, read by the directory at its end. */
export function unzip(zip: Buffer): Map<string, string> {
  const end = zip.length - END_LENGTH;
  if (zip.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('no directory at the end');
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const size = zip.readUInt32LE(at + 20);
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) =>
      zip.readUInt16LE(at + field),
    );
    const header = zip.readUInt32LE(at + 42);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    files.set(
      zip.toString('utf8', at + 46, at + 46 + name),
      inflateRawSync(zip.subarray(start, start + size)).toString('utf8'),
    );
    at += 46 + name + extra + comment;
  }
  return files;
}
