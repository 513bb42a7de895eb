import { type LoggerService } from '@nestjs/common';
import { type LogEntry, type logCreator } from 'kafkajs';

/** Said for every producer: ours gives up, so that the relay decides when to try again. */
const EXPECTED = /Limiting retries for the idempotent producer/;

/**
 * Takes the log of kafkajs into ours. What it calls an error is one attempt that failed; whether
 * that matters is known to the caller, who is told by an exception.
 */
export function kafkaLog(logger: LoggerService): logCreator {
  return () => (entry) => {
    const line = { ...fieldsOf(entry), msg: `kafkajs: ${entry.log.message}` };
    const matters = entry.label === 'ERROR' || entry.label === 'WARN';
    if (matters && !EXPECTED.test(entry.log.message)) logger.warn(line);
    else logger.debug?.(line);
  };
}

/** What every line of ours has anyway, and stacks that lead into kafkajs. */
const OURS = new Set(['message', 'timestamp', 'logger', 'stack']);

function fieldsOf({ log }: LogEntry): Record<string, unknown> {
  return Object.fromEntries(Object.entries(log).filter(([name]) => !OURS.has(name)));
}
