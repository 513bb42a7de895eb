import { serveCrowd } from './crowd';
import { limiters } from './limiters';
import { type Limiter } from './limiters/limiter';
import { type LimiterName } from './limiters/limiter-name';
import { type Answer, type Order } from './orders';
import { send } from './send';

/** One of the processes that share a quota; messages tell it what to do. */
class Client {
  private readonly opened = new Map<LimiterName, Limiter>();

  /** Resolves to how many were served a second, if that was the task. */
  async obey(order: Order): Promise<number> {
    if (order.task === 'open') {
      this.opened.set(order.limiter, await limiters[order.limiter](order.quota));
      return 0;
    }
    const limiter = this.opened.get(order.limiter);
    if (!limiter) throw new Error('it was not opened');
    switch (order.task) {
      case 'send':
        await limiter.run(() => send(order.url));
        return 0;
      case 'backlog': {
        const { waiting: size, forMs, url } = order;
        const { perSecond } = await serveCrowd(limiter, { size, forMs, work: () => send(url) });
        return perSecond;
      }
      case 'sprint': {
        const { inFlight: size, forMs } = order;
        const work = (): Promise<void> => Promise.resolve();
        const { perSecond, dispersed } = await serveCrowd(limiter, { size, forMs, work });
        await dispersed;
        return perSecond;
      }
      case 'close':
        this.opened.delete(order.limiter);
        await limiter.close();
        return 0;
    }
  }
}

function main(): void {
  const client = new Client();
  const answer = (text: Answer): void => void process.send?.(text);
  process.on('message', (order: Order) => {
    client.obey(order).then(
      (perSecond) => answer({ perSecond }),
      (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(0));
}

main();
