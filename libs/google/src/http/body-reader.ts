/** Takes the text of an answer as it arrives. */
export interface BodyReader {
  push(text: string): void;
  /** The answer has ended: the text that is left to be parsed as a whole. */
  end(): string;
}

/** Keeps everything. */
export class WholeBody implements BodyReader {
  private readonly pieces: string[] = [];

  push(text: string): void {
    this.pieces.push(text);
  }

  end(): string {
    return this.pieces.join('');
  }
}
