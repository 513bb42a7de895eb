import { type Access, type Answer, type Counts, type Order, type Reader } from './reader';

const NOTHING: Counts = { rows: 0 };

/** Makes this process a reader that messages tell what to do. */
export function serveReader(open: (access: Access) => Promise<Reader>): void {
  let reader: Reader | undefined;
  const obey = async (order: Order): Promise<Counts> => {
    if (order.task === 'open') {
      reader = await open(order.access);
      return NOTHING;
    }
    if (!reader) throw new Error('it was not opened');
    switch (order.task) {
      case 'read-all':
        return reader.readAll(order.sheet, order.pageRows);
      case 'read-news':
        if (!reader.readNews) throw new Error('it cannot');
        return reader.readNews(order.sheet, order.fromRow);
      case 'close':
        await reader.close();
        return NOTHING;
    }
  };
  const answer = (text: Answer): void => void process.send?.(text);
  process.on('message', (order: Order) => {
    const begin = performance.now();
    const busyBefore = process.cpuUsage();
    obey(order).then(
      (counts) => {
        const ms = performance.now() - begin;
        const { user, system } = process.cpuUsage(busyBefore);
        const peakBytes = process.resourceUsage().maxRSS * 1_024;
        answer({ effort: { ...counts, ms, cpuMs: (user + system) / 1_000, peakBytes } });
      },
      (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(0));
}
