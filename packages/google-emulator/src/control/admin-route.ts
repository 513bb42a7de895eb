/** A request to the emulator itself, to set a scene. */
export interface AdminCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** A way to set a scene from another process; all of them are under `/emulator/`. */
export interface AdminRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Matches the encoded path behind `/emulator`; its named groups become `params`. */
  readonly path: RegExp;
  /** What it does, for the list at `GET /emulator/`. */
  readonly doc: string;
  /** What it gives becomes JSON; an AdminError becomes a 400 that says what to do. */
  handle(call: AdminCall): unknown;
}

/** The scene was described in a way that the emulator does not understand. */
export class AdminError extends Error {}
