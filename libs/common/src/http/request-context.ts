import { randomUUID } from 'node:crypto';
import { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { inWorkContext } from '../logging/work-context';

const ACCEPTABLE_ID = /^[A-Za-z0-9_.-]{8,64}$/;

/** Gives every request an id: the caller's own when it is well formed, else a new one. */
export function requestContext(): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const given = request.get('x-request-id');
    const id = given && ACCEPTABLE_ID.test(given) ? given : randomUUID();
    response.setHeader('X-Request-Id', id);
    inWorkContext({ request_id: id }, next);
  };
}
