import {
  type CallHandler,
  type ExecutionContext,
  HttpStatus,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { type Response } from 'express';
import { type Readable } from 'node:stream';
import { map, type Observable } from 'rxjs';

/**
 * Sends a stream of events, as fast as the reader takes them; 204 when there is none, which tells
 * an EventSource not to connect again.
 */
@Injectable()
export class EventStreamInterceptor implements NestInterceptor<
  Readable | undefined,
  StreamableFile | undefined
> {
  intercept(
    context: ExecutionContext,
    next: CallHandler<Readable | undefined>,
  ): Observable<StreamableFile | undefined> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((events) => {
        // X-Accel-Buffering: nginx would keep events back.
        response.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
        if (!events) {
          response.status(HttpStatus.NO_CONTENT);
          return undefined;
        }
        const file = new StreamableFile(events, { type: 'text/event-stream; charset=utf-8' });
        return file.setErrorHandler(() => response.destroy());
      }),
    );
  }
}
