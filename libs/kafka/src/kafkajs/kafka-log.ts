import { type LoggerService } from '@nestjs/common';
import { type LogEntry, type logCreator } from 'kafkajs';

// The numbers of kafkajs' levels: importing them would load it.
const ERROR = 1;
const WARN = 2;
const INFO = 4;

/** Said for every producer: ours gives up, so that the relay decides when to try again. */
const EXPECTED = /Limiting retries for the idempotent producer/;

/**
 * Takes the log of kafkajs into ours. What it calls an error is one attempt that failed; whether
 * that matters is known to the caller, who is told by an exception.
 */
export function kafkaLog(logger: LoggerService): logCreator {
  return () => (entry) => {
    const line = { ...fieldsOf(entry), msg: `kafkajs: ${entry.log.message}` };
    if (entry.level <= WARN && entry.level >= ERROR && !EXPECTED.test(entry.log.message)) {
      logger.warn(line);
    } else if (entry.level <= INFO) logger.debug?.(line);
  };
}

function fieldsOf({ log }: LogEntry): Record<string, unknown> {
  const { message: _message, timestamp: _timestamp, logger: _logger, ...fields } = log;
  return fields;
}
