import { type RequestHandler } from 'express';
import { type InFlightTracker } from '../lifecycle/in-flight-tracker';

/** Counts every request as running work, so that a shutdown waits for its answer. */
export function trackRequests(work: InFlightTracker): RequestHandler {
  return (request, response, next) => {
    const piece = work.begin();
    piece.signal.addEventListener('abort', () => request.socket.destroy());
    response.once('close', () => piece.end());
    if (work.isDraining) response.setHeader('Connection', 'close');
    next();
  };
}
