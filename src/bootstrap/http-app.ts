import { type NestExpressApplication } from '@nestjs/platform-express';
import {
  DomainExceptionFilter,
  namedBodyErrors,
  onlyJsonBodies,
  requestContext,
  requestLog,
  RequestValidationPipe,
  InFlightTracker,
  safeJson,
  trackRequests,
} from '@tributary/common';
import { Config } from '@tributary/config';
import helmet from 'helmet';
import { measureRequests, MetricsService } from '../operations';
import { SocketServerAdapter } from '../realtime';

const BODY_LIMIT = '1mb';
const REQUEST_DEADLINE_MS = 30_000;
/** Longer than the idle time of common load balancers, which otherwise send into closed sockets. */
const KEEP_ALIVE_MS = 65_000;

/** The headers that a page of another origin may read. */
const EXPOSED_HEADERS = [
  'X-Request-Id',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'ETag',
  'Content-Disposition',
  'X-Cache',
  'X-Data-Version',
  'X-Data-As-Of',
  'X-Rows-Excluded',
];

/** Registers the middleware that every HTTP process has in front of its routes, in order. */
export function configureHttp(app: NestExpressApplication): void {
  const config = app.get(Config);

  app.set('trust proxy', config.TRUST_PROXY);
  app.set('query parser', 'simple');
  app.use(requestContext());
  app.use(trackRequests(app.get(InFlightTracker)));
  app.use(measureRequests(app.get(MetricsService, { strict: false })));
  app.use(requestLog());
  // Upgrading requests would break Swagger UI wherever TLS ends elsewhere or is not there at all.
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  app.enableCors({
    origin: [...config.CORS_ORIGINS],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 600,
  });
  app.use(onlyJsonBodies());
  app.useBodyParser('json', { limit: BODY_LIMIT });
  app.use(namedBodyErrors());
  app.use(safeJson());

  app.useWebSocketAdapter(new SocketServerAdapter(app));
  app.useGlobalFilters(new DomainExceptionFilter());
  app.useGlobalPipes(new RequestValidationPipe());

  const server = app.getHttpServer();
  server.requestTimeout = REQUEST_DEADLINE_MS;
  server.headersTimeout = REQUEST_DEADLINE_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
}
