import { createBullBoard } from '@bull-board/api';
import { BullAdapter } from '@bull-board/api/bullAdapter';
import { type AppControllerRoute } from '@bull-board/api/typings/app';
import { ExpressAdapter } from '@bull-board/express';
import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { withDeadline } from '@tributary/common';
import { GENERAL_ERRORS } from '@tributary/contracts';
import { RunQueues } from '@tributary/pipeline';
import { type Express } from 'express';
import helmet from 'helmet';
import { AuthModule } from '../auth';
import { QueueBoardAccess } from './queue-board-access';

const PATH = '/queues';
const DEADLINE_MS = 3_000;

/**
 * The board loads only what this origin serves. Fonts from other hosts would reveal every visit to
 * them, and delay the page where they cannot be reached.
 */
const CONTENT_SECURITY_POLICY = {
  directives: {
    styleSrc: ["'self'", "'unsafe-inline'"],
    fontSrc: ["'self'"],
    upgradeInsecureRequests: null,
  },
};

/**
 * bull-board for admins. It shows and changes nothing: the ledger decides what is retried and
 * what is paused, and a queue paused or a job removed behind its back would only mislead.
 */
@Module({ imports: [AuthModule], providers: [QueueBoardAccess] })
export class QueueBoardModule implements NestModule {
  constructor(private readonly queues: RunQueues) {}

  configure(consumer: MiddlewareConsumer): void {
    const adapter = new BoundedExpressAdapter().setBasePath(PATH);
    createBullBoard({
      queues: [...this.queues.entries()].map(
        ([kind, queue]) => new BullAdapter(queue, { readOnlyMode: true, description: kind }),
      ),
      serverAdapter: adapter,
      options: { uiConfig: { boardTitle: 'Tributary' } },
    });
    const board = adapter.getRouter() as Express;
    board.disable('x-powered-by');
    consumer
      .apply(helmet.contentSecurityPolicy(CONTENT_SECURITY_POLICY), QueueBoardAccess, board)
      .forRoutes(PATH);
  }
}

/** Bull waits while Redis is unavailable; requests to the board must not. */
class BoundedExpressAdapter extends ExpressAdapter {
  override setApiRoutes(routes: AppControllerRoute[]): ExpressAdapter {
    return super.setApiRoutes(routes.map((route) => ({ ...route, handler: bounded(route) })));
  }
}

function bounded(route: AppControllerRoute): AppControllerRoute['handler'] {
  return async (request) => {
    try {
      return await withDeadline(Promise.resolve(route.handler(request)), DEADLINE_MS);
    } catch (cause) {
      const { sentence, status } = GENERAL_ERRORS.DEPENDENCY_UNAVAILABLE;
      // The board responds with the status that it finds under this name.
      throw Object.assign(new Error(sentence, { cause }), { statusCode: status });
    }
  };
}
