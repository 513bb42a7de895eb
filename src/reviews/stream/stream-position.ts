/** How far a reader of a job's stream is. */
export interface StreamPosition {
  /** The number of an entry of the job's log; 0 before the first. */
  readonly seq: number;
  /** Of the reviews of this entry the last one that was read; all of them when undefined. */
  readonly index?: number;
  /** The reader was told that the job has ended. */
  readonly isEnd?: true;
}

export const BEGINNING: StreamPosition = { seq: 0 };

const FORMAT = /^([0-9a-f]{8}):(\d{1,9})(?:\.(\d{1,4}|end))?$/;

/** The id of an event: it begins as the job's id does, so that another job's is recognized. */
export function formatPosition(jobId: string, { seq, index, isEnd }: StreamPosition): string {
  const part = isEnd ? '.end' : index === undefined ? '' : `.${index}`;
  return `${tagOf(jobId)}:${seq}${part}`;
}

/** The position that an id stands for; undefined when it is none of this job. */
export function parsePosition(jobId: string, id: string): StreamPosition | undefined {
  const [, tag, seq, part] = FORMAT.exec(id) ?? [];
  if (tag !== tagOf(jobId) || seq === undefined) return undefined;
  if (part === undefined) return { seq: Number(seq) };
  return part === 'end'
    ? { seq: Number(seq), isEnd: true }
    : { seq: Number(seq), index: Number(part) };
}

function tagOf(jobId: string): string {
  return jobId.slice(0, 8);
}
