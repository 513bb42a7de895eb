import { CommandError } from '../errors';
import type { Arguments } from './arguments';

/** A standalone knows no transactions and, for want of an oplog, no retryable writes either. */
export function refuseTransactions(options: Arguments): void {
  if (!options.has('txnNumber') && !options.has('startTransaction') && !options.has('autocommit')) {
    return;
  }
  throw transactionsRefused();
}

/** The error a standalone gives to whoever starts, commits or aborts a transaction. */
export function transactionsRefused(): CommandError {
  return new CommandError(
    20,
    'IllegalOperation',
    'Transaction numbers are only allowed on a replica set member or mongos',
  );
}
