import { parseArgs } from 'node:util';
import { type Benchmark, type Figure } from './benchmark';
import { runInContext } from './context';
import { Progress, type ProgressStream } from './progress';
import { renderFigures, renderList } from './table';

/** How `npm run bench` ends. */
export const ExitCode = {
  /** Every figure reached its target, or there was only a list to show. */
  Ok: 0,
  /** A target was missed, or the benchmark could not be run. */
  Missed: 1,
  /** The command was not understood. */
  Usage: 2,
} as const;

/** What the command writes to. */
export interface Output {
  stdout: { write(text: string): unknown };
  stderr: ProgressStream;
}

const USAGE = 'npm run bench -- <name> [--json]';

type Registry = ReadonlyMap<string, Benchmark>;

type Command =
  | { kind: 'list' }
  | { kind: 'run'; benchmark: Benchmark; json: boolean }
  | { kind: 'refused'; reason: string };

/** Lists the benchmarks, or runs the one that is named; resolves to the exit code. */
export async function runCommand(
  args: string[],
  registry: Registry,
  output: Output,
  signal: AbortSignal,
): Promise<number> {
  const command = understand(args, registry);
  const help = `${USAGE}\n\n${renderList([...registry.values()])}`;
  switch (command.kind) {
    case 'list':
      output.stdout.write(help);
      return ExitCode.Ok;
    case 'refused':
      output.stderr.write(`${command.reason}\n\n${help}`);
      return ExitCode.Usage;
    case 'run':
      return run(command.benchmark, command.json ? asJsonLines : renderFigures, output, signal);
  }
}

function understand(args: string[], registry: Registry): Command {
  const options = { json: { type: 'boolean', default: false } } as const;
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    return { kind: 'refused', reason: reasonOf(error) };
  }
  const { positionals: names, values } = parsed;
  const [name] = names;
  if (name === undefined && !values.json) return { kind: 'list' };
  if (name === undefined || names.length > 1) {
    return { kind: 'refused', reason: 'Name one benchmark.' };
  }
  const benchmark = registry.get(name);
  return benchmark
    ? { kind: 'run', benchmark, json: values.json }
    : { kind: 'refused', reason: `There is no benchmark called ${name}.` };
}

async function run(
  benchmark: Benchmark,
  render: (benchmark: Benchmark, figures: Figure[]) => string,
  { stdout, stderr }: Output,
  signal: AbortSignal,
): Promise<number> {
  const { name } = benchmark;
  const line = new Progress(stderr);
  const progress = (text: string): void => line.show(`${name}: ${text}`);
  try {
    const figures = await runInContext(benchmark, { signal, progress });
    line.clear();
    stdout.write(render(benchmark, figures));
    return figures.every(({ ok }) => ok) ? ExitCode.Ok : ExitCode.Missed;
  } catch (error) {
    line.clear();
    stderr.write(`${name} failed: ${reasonOf(error)}\n`);
    return ExitCode.Missed;
  }
}

function asJsonLines(_: Benchmark, figures: Figure[]): string {
  const lines = figures.map(({ name, value, unit, baseline, ratio, target, ok }) =>
    JSON.stringify({ name, value, unit, baseline, ratio, target, ok }),
  );
  return `${lines.join('\n')}\n`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
