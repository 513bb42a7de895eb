import { type LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import pretty from 'pino-pretty';
import { redact, redactText } from './redact';
import { currentWorkContext } from './work-context';

/** How log lines are written. */
export interface LoggerOptions {
  level: string;
  /** Coloured lines for a person; otherwise one JSON object a line. */
  pretty: boolean;
  /** Where lines go instead of standard output. */
  destination?: DestinationStream;
}

/** A pino logger whose lines name their request or run and never hold a secret. */
export function createPino(options: LoggerOptions): PinoLogger {
  const toPeople = (): DestinationStream =>
    pretty({ colorize: true, sync: true, ignore: 'pid,hostname', singleLine: true });
  const destination =
    options.destination ?? (options.pretty ? toPeople() : pino.destination({ sync: true }));
  return pino(
    {
      level: options.level,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: currentWorkContext,
      // An error is a plain object after `redact`.
      serializers: { err: (error: unknown) => error },
      formatters: {
        level: (label) => ({ level: label }),
        log: (object) => redact(object) as Record<string, unknown>,
      },
      hooks: {
        logMethod(args, method) {
          method.apply(this, withCleanMessage(args) as typeof args);
        },
      },
    },
    destination,
  );
}

/** pino copies the message of an error by itself, which would bypass redaction. */
function withCleanMessage([first, ...rest]: unknown[]): unknown[] {
  const clean = rest.map((arg) => (typeof arg === 'string' ? redactText(arg) : arg));
  if (typeof first === 'string') return [redactText(first), ...clean];
  if (first instanceof Error) return withCleanMessage([{ err: first }, ...rest]);
  const { msg, ...fields } = first as { msg?: string; err?: unknown };
  const message = msg ?? (fields.err instanceof Error ? fields.err.message : undefined);
  if (clean.length > 0 || message === undefined) return [fields, ...clean];
  return [fields, redactText(message)];
}

/** Parts of Nest that report every module and route at start; of interest when debugging only. */
const CHATTY_CONTEXTS = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

/** Lets Nest's own `Logger` write through pino. */
export class StructuredLogger implements LoggerService {
  constructor(private readonly pino: PinoLogger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write(CHATTY_CONTEXTS.has(String(rest.at(-1))) ? 'debug' : 'info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest appends the context as the last argument, and a stack before it on errors. */
  private write(
    level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = typeof rest.at(-1) === 'string' ? (rest.at(-1) as string) : undefined;
    const stack = rest.length > 1 && typeof rest[0] === 'string' ? { stack: rest[0] } : {};
    if (message instanceof Error) this.pino[level]({ context, err: message });
    else if (typeof message === 'object' && message !== null) {
      this.pino[level]({ context, ...message });
    } else this.pino[level]({ context, ...stack }, String(message));
  }
}
