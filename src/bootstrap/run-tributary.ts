import { createPino, StructuredLogger } from '@tributary/common';
import { ConfigError, type Environment, loadConfig, readEnvironment } from '@tributary/config';
import { type Extension } from '../app.module';
import { TributaryProcess } from './tributary-process';

/** `EX_CONFIG`, the exit code of sysexits.h for configuration errors: restarting will not help. */
const EXIT_CONFIGURATION = 78;

function environmentOrExit(): Environment {
  try {
    return loadConfig(readEnvironment());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(EXIT_CONFIGURATION);
  }
}

/** Runs Tributary in this process: starts it from the environment, and stops it on a signal. */
export async function runTributary(extension?: Extension): Promise<void> {
  const environment = environmentOrExit();
  const pino = createPino({ level: environment.LOG_LEVEL, pretty: process.stdout.isTTY });
  const starting = TributaryProcess.start(environment, new StructuredLogger(pino), extension);

  const stop = async (exitCode: number): Promise<never> => {
    const running = await starting.catch(() => undefined);
    await running?.stop();
    process.exit(exitCode);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      // A second signal stops it at once.
      process.once(signal, () => process.exit(1));
      stop(0).catch(() => process.exit(1));
    });
  }

  // A parent process holds an IPC channel: when it closes, the parent has ended.
  process.once('disconnect', () => void stop(0));

  try {
    const running = await starting;
    pino.info({ role: environment.ROLE, address: running.address }, 'Tributary is up');
    process.send?.({ address: running.address });
    await running.broken;
  } catch (error) {
    pino.fatal(
      { err: error },
      error instanceof Error ? error.message : 'Tributary cannot continue',
    );
    await stop(1);
  }
}
