// Waits until the process that started it ends, for whatever reason, and clears its workplace.
import { clearWorkplace } from './lib/workplace.mjs';

for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.stdin.on('end', () => void clearWorkplace(process.argv[2])).resume();
