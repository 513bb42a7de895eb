import { runTransfer } from './data-transfer/command';

async function main(): Promise<void> {
  process.exitCode = await runTransfer('data:import', process.argv.slice(2), process.stderr);
}

void main();
