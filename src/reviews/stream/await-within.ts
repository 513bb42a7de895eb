/** What the promise gives, or undefined when it takes longer or the signal is aborted before. */
export function awaitWithin<T>(
  promise: Promise<T>,
  ms: number,
  signal: AbortSignal,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    };
    const giveUp = (): void => {
      stop();
      resolve(undefined);
    };
    const timer = setTimeout(giveUp, ms);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    promise.then(resolve, reject).finally(stop);
  });
}
