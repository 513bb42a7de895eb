import { type Doc, decode, decodeRoots, setTextScore } from '../values';

/** A document that a query found: its bytes, decoded only when somebody asks. */
export class Hit {
  /** Index of the first matching array element, when the query wanted to know. */
  position?: number;
  /** Score of `$text`, when the query had one. */
  textScore?: number;
  private decoded: Doc | undefined;

  constructor(
    readonly recordId: number,
    readonly raw: Buffer,
    decoded?: Doc,
    private readonly roots?: ReadonlySet<string>,
  ) {
    this.decoded = decoded;
  }

  /** The document with all number types kept. The same object on every call; do not change it. */
  get doc(): Doc {
    return (this.decoded ??= this.withScore(decode(this.raw)));
  }

  /** The document reduced to the root fields that the query named; do not change it. */
  get fields(): Doc {
    return this.roots ? this.withScore(decodeRoots(this.raw, this.roots)) : this.doc;
  }

  private withScore(doc: Doc): Doc {
    if (this.textScore !== undefined) setTextScore(doc, this.textScore);
    return doc;
  }
}
