import { Logger } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { type RequestHandler } from 'express';

/** Routes that are polled every few seconds; they are logged at debug level only. */
const PROBES = /^\/(health|metrics)(\/|$)/;

/** Logs one line for every request when its response was sent, or when the client disconnected. */
export function requestLog(): RequestHandler {
  const logger = new Logger('Http');
  return (request, response, next) => {
    const startedAt = performance.now();
    const { method } = request;
    const url = withoutSecrets(request.originalUrl);
    const write = (): void => {
      const line = {
        method,
        url,
        status: response.statusCode,
        duration_ms: Math.round(performance.now() - startedAt),
        ...(response.writableFinished ? {} : { aborted: true }),
      };
      if (PROBES.test(url)) logger.debug(line);
      else logger.log(line);
    };
    // Socket events run outside of the request's context unless bound to it.
    response.once('close', AsyncLocalStorage.bind(write));
    next();
  };
}

/** What Google sends a browser back with is good for a connection until it was used. */
function withoutSecrets(url: string): string {
  return url.replace(/([?&](?:code|state|access_token)=)[^&]*/g, '$1[redacted]');
}
