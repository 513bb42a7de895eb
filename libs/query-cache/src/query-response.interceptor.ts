import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { type Response } from 'express';
import { map, type Observable } from 'rxjs';
import { type QueryResponse } from './query-response';

/** Sends a response: the body as it is, its metadata in headers. */
@Injectable()
export class QueryResponseInterceptor implements NestInterceptor<QueryResponse, string> {
  intercept(context: ExecutionContext, next: CallHandler<QueryResponse>): Observable<string> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map(({ body, etag, cache, version, asOf, excluded }) => {
        response.type('json').set({
          'X-Cache': cache,
          'X-Data-Version': String(version),
          ...(asOf === null ? {} : { 'X-Data-As-Of': asOf.toISOString() }),
          ...(excluded === undefined ? {} : { 'X-Rows-Excluded': String(excluded) }),
          ETag: etag,
          // Caches revalidate it; Express sends 304 when it is unchanged.
          'Cache-Control': 'private, no-cache',
        });
        return body;
      }),
    );
  }
}
