import { type GoogleFailure } from '../errors/google-failure';

const MESSAGE = /exceeds grid limits\. Max rows: (\d+), max columns: (\d+)/;

/** Thrown when the requested range begins outside of the tab's grid. */
export class OutsideGridError extends Error {
  private constructor(
    readonly rows: number,
    readonly columns: number,
  ) {
    super(`The range begins outside of the grid of ${rows} rows and ${columns} columns`);
    this.name = 'OutsideGridError';
  }

  /** The error of a response, if it is this one. */
  static from({ status, message }: GoogleFailure): OutsideGridError | undefined {
    const [, rows, columns] = (status === 400 && MESSAGE.exec(message)) || [];
    return rows && columns ? new OutsideGridError(Number(rows), Number(columns)) : undefined;
  }
}
