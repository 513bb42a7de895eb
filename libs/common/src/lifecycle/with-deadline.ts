/**
 * Resolves like the promise, or rejects when it takes longer; the work behind it is not stopped. A
 * result that arrived in time counts, also when this process was too busy to read it in time.
 */
export function withDeadline<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    // Timers come before input and output, and these before what setImmediate is given.
    timer = setTimeout(
      () => setImmediate(() => reject(new Error(`no response within ${ms} ms`))),
      ms,
    );
  });
  // It may still reject after the deadline, which must not end the process as an unhandled
  // rejection.
  promise.catch(() => undefined);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
