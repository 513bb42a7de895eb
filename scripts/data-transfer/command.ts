import { parseArgs } from 'node:util';
import { ADDRESSES, openSource, openTarget } from './address';
import { type ProgressOutput, TransferProgress } from './progress';
import { TransferError } from './stores';
import { transfer } from './transfer';

/** Exit codes of the commands. */
export const ExitCode = { Ok: 0, Failed: 1, Usage: 2 } as const;

/** Runs `npm run data:export` or `data:import`; resolves to the exit code. */
export async function runTransfer(
  name: 'data:export' | 'data:import',
  args: string[],
  output: ProgressOutput,
): Promise<number> {
  const usage = `npm run ${name} -- --from <address> --to <address> [--merge]\n${ADDRESSES}`;
  let options;
  try {
    options = understand(args);
  } catch (error) {
    output.write(`${messageOf(error)}\n\n${usage}`);
    return ExitCode.Usage;
  }
  if (options.help) {
    output.write(usage);
    return ExitCode.Ok;
  }
  const { from, to, merge } = options;
  if (from === undefined || to === undefined) {
    output.write(`Name where to read from and where to write to.\n\n${usage}`);
    return ExitCode.Usage;
  }
  try {
    await carry(from, to, merge, output);
    return ExitCode.Ok;
  } catch (error) {
    const isOurs = error instanceof TransferError || !(error instanceof Error);
    output.write(`${isOurs ? messageOf(error) : (error.stack ?? error.message)}\n`);
    return ExitCode.Failed;
  }
}

async function carry(
  from: string,
  to: string,
  merge: boolean,
  output: ProgressOutput,
): Promise<void> {
  const source = await openSource(from);
  try {
    const target = await openTarget(to, { merge });
    try {
      const summary = await transfer(source, target, new TransferProgress(output));
      const documents = summary.documents.toLocaleString('en-US');
      output.write(`${documents} documents in ${summary.collections} collections done\n`);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function understand(args: string[]): {
  from?: string | undefined;
  to?: string | undefined;
  merge: boolean;
  help: boolean;
} {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      merge: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return values;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
