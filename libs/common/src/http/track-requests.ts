import { type RequestHandler } from 'express';
import { type InFlightTracker } from '../lifecycle/in-flight-tracker';

/** Tracks every request, so that a shutdown waits for its response. */
export function trackRequests(work: InFlightTracker): RequestHandler {
  return (request, response, next) => {
    const piece = work.begin();
    piece.signal.addEventListener('abort', () => request.socket.destroy());
    response.once('close', () => piece.end());
    if (work.isDraining) response.setHeader('Connection', 'close');
    next();
  };
}
