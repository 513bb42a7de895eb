import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { currentRequestId } from '../logging/work-context';
import { toDomainError } from './to-domain-error';

/** Turns whatever was thrown into `{"detail": ...}`, and nothing else, for every route. */
@Catch()
export class DomainExceptionFilter implements ExceptionFilter {
  private readonly logger = new Logger(DomainExceptionFilter.name);

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const error = toDomainError(thrown);
    const { status } = error.definition;

    if (status >= 500) {
      const { method, url } = http.getRequest<Request>();
      this.logger.error({ err: error.cause ?? error, code: error.code, method, url });
    }
    if (response.headersSent) {
      // Part of the response was sent, so the failure can only be signalled by closing the
      // connection.
      response.destroy();
      return;
    }
    if (error.retryAfterSeconds !== undefined) {
      response.setHeader('Retry-After', String(Math.max(1, Math.ceil(error.retryAfterSeconds))));
    }
    const asksForToken = error.code === 'NOT_AUTHENTICATED' || error.code === 'INVALID_TOKEN';
    // A handler with another way to sign in has set the header already.
    if (asksForToken && !response.hasHeader('WWW-Authenticate')) {
      response.setHeader('WWW-Authenticate', 'Bearer');
    }
    response
      .status(status)
      .json(
        status >= 500
          ? { detail: error.detail, request_id: currentRequestId() }
          : { detail: error.detail },
      );
  }
}
