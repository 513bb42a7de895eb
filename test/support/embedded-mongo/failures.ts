import { MongoServerError } from 'mongodb';

/** The error that the server answered with; fails when it accepted the operation. */
export async function refusalOf(operation: Promise<unknown>): Promise<MongoServerError> {
  const outcome = await operation.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome === undefined) throw new Error('the server accepted what it should refuse');
  if (outcome instanceof MongoServerError) return outcome;
  throw outcome as Error;
}

/** The code of the error that the server answered with. */
export async function codeOf(operation: Promise<unknown>): Promise<unknown> {
  return (await refusalOf(operation)).code;
}
