/** The answer has more bytes than we want to hold; whoever asked may ask for less. */
export class AnswerTooLargeError extends Error {
  constructor(readonly maxBytes: number) {
    super(`The answer has more than ${maxBytes} bytes`);
    this.name = 'AnswerTooLargeError';
  }
}
