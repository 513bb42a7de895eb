import { type LoggerService } from '@nestjs/common';
import { type LogEntry, type logCreator } from 'kafkajs';

/** What a connection of ours ends with when its session is over. */
export const GIVEN_UP = 'the session was given up';

/** What we bring about: calls give up, so that the relay decides when to try again. */
const EXPECTED = new RegExp(`Limiting retries for the idempotent producer|${GIVEN_UP}`);

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
