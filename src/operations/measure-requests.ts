import { type Request, type RequestHandler } from 'express';
import { type MetricsService } from './metrics.service';

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts every response under its route's template. */
export function measureRequests(metrics: MetricsService): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('finish', () => {
      metrics.countRequest({
        method: KNOWN_METHODS.has(request.method) ? request.method : 'OTHER',
        route: templateOf(request),
        status: response.statusCode,
        seconds: (performance.now() - startedAt) / 1000,
      });
    });
    next();
  };
}

function templateOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'unmatched';
}
