import { type Readable } from 'node:stream';

/** A file to be sent, made while the client reads it. */
export interface ExportedFile {
  readonly content: Readable;
  readonly contentType: string;
  readonly fileName: string;
  /** The version of the data that it shows. */
  readonly version: number;
}
