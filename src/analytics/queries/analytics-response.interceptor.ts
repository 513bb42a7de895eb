import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { type Response } from 'express';
import { map, type Observable } from 'rxjs';
import { type AnalyticsResponse } from './analytics-response';

/** Sends a response: the body as it is, its metadata in headers. */
@Injectable()
export class AnalyticsResponseInterceptor implements NestInterceptor<AnalyticsResponse, string> {
  intercept(context: ExecutionContext, next: CallHandler<AnalyticsResponse>): Observable<string> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((answer) => {
        response.type('json').set({
          'X-Cache': answer.cache,
          'X-Data-Version': String(answer.version),
          ...(answer.asOf === null ? {} : { 'X-Data-As-Of': answer.asOf.toISOString() }),
          'X-Rows-Excluded': String(answer.excluded),
          ETag: answer.etag,
          // Caches revalidate it; Express sends 304 when it is unchanged.
          'Cache-Control': 'private, no-cache',
        });
        return answer.body;
      }),
    );
  }
}
