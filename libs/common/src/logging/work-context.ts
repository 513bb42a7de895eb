import { AsyncLocalStorage } from 'node:async_hooks';

/** The fields that every log line has about the work it belongs to. */
export interface WorkContext {
  request_id?: string;
  run_id?: string;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** Runs a piece of work so that every line logged inside it names the request or run. */
export function inWorkContext<T>(context: WorkContext, work: () => T): T {
  return storage.run({ ...storage.getStore(), ...context }, work);
}

/** The request or run that the running code belongs to; empty outside of any. */
export function currentWorkContext(): WorkContext {
  return storage.getStore() ?? {};
}

/** The id of the current request, if there is one. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.request_id;
}
