import { startInProcess } from '@tributary/embedded-mongo';
import { MemoryStore } from './memory-store';

/** The engine on a store of choice, as a process: `node server.js <folder>|memory`. */
async function main(): Promise<void> {
  const place = process.argv[2] ?? 'memory';
  const { url } = await startInProcess(
    place === 'memory' ? { store: new MemoryStore() } : { folder: place },
  );
  process.on('message', () => process.send?.({ residentBytes: process.memoryUsage.rss() }));
  process.on('disconnect', () => process.exit(0));
  process.send?.({ url });
}

void main();
