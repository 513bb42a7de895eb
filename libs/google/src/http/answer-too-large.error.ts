/** Thrown when a response has more bytes than allowed; the caller may request less. */
export class AnswerTooLargeError extends Error {
  constructor(readonly maxBytes: number) {
    super(`The response has more than ${maxBytes} bytes`);
    this.name = 'AnswerTooLargeError';
  }
}
