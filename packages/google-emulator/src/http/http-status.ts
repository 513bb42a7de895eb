/** The statuses with which the emulator answers. */
export type HttpStatus =
  | 200
  | 204
  | 302
  | 400
  | 401
  | 403
  | 404
  | 405
  | 408
  | 409
  | 410
  | 412
  | 413
  | 414
  | 429
  | 500
  | 502
  | 503
  | 504;
