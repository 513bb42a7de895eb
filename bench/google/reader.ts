import { type BenchSheet } from './sheets';

/** What a reader needs to get at the sheets. */
export interface Access {
  readonly googleUrl: string;
  readonly keyFile: string;
  readonly token: string;
  readonly redisUrl: string;
  readonly mongoUrl: string;
}

/** What came out of a sheet. A reader keeps nothing of it: what it holds is what reading takes. */
export interface Counts {
  rows: number;
  /** Exact values and shown texts, where both were read. */
  contents?: number;
}

/** Somebody who can read sheets. */
export interface Reader {
  /** Reads all rows of a sheet, headers included, in pages of that size unless it has its own way. */
  readAll(sheet: BenchSheet, pageRows: number): Promise<Counts>;
  /** Reads the headers, and whatever there is from a row on. */
  readNews?(sheet: BenchSheet, fromRow: number): Promise<Counts>;
  close(): Promise<void>;
}

/** What a reader process can be told to do; it answers when it is done. */
export type Order =
  | { task: 'open'; access: Access }
  | { task: 'read-all'; sheet: BenchSheet; pageRows: number }
  | { task: 'read-news'; sheet: BenchSheet; fromRow: number }
  | { task: 'close' };

/** What an order took. */
export interface Effort extends Counts {
  ms: number;
  /** How long the process kept a processor busy. */
  cpuMs: number;
  /** The most memory that the process has ever had resident. */
  peakBytes: number;
}

/** What a reader process answers. */
export type Answer = { effort: Effort } | { error: string };
