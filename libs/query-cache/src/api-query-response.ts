import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, type ApiResponseNoStatusOptions } from '@nestjs/swagger';
import { QueryResponseInterceptor } from './query-response.interceptor';

/** What the headers of a feature's responses mean, in its own words. */
export interface HeaderDescriptions {
  /** Of `X-Data-As-Of`. */
  readonly asOf: string;
  /** Of `X-Rows-Excluded`; without it, the feature excludes nothing. */
  readonly excluded?: string;
}

/** Sends what a controller method returns as a response to a query, and documents its headers. */
export function ApiQueryResponse(
  shape: ApiResponseNoStatusOptions,
  descriptions: HeaderDescriptions,
): MethodDecorator {
  return applyDecorators(
    ApiOkResponse({ ...shape, headers: headers(descriptions) }),
    UseInterceptors(QueryResponseInterceptor),
  );
}

function headers({
  asOf,
  excluded,
}: HeaderDescriptions): NonNullable<ApiResponseNoStatusOptions['headers']> {
  return {
    'X-Cache': {
      description: 'HIT, MISS, or BYPASS when the answer could not be kept.',
      schema: { type: 'string', enum: ['HIT', 'MISS', 'BYPASS'] },
    },
    'X-Data-Version': {
      description: 'Grows whenever an answer may be another one than before.',
      schema: { type: 'integer' },
    },
    'X-Data-As-Of': { description: asOf, schema: { type: 'string', format: 'date-time' } },
    ...(excluded === undefined
      ? {}
      : { 'X-Rows-Excluded': { description: excluded, schema: { type: 'integer' } } }),
    ETag: {
      description: 'Send it as If-None-Match to be answered 304 while it is the same.',
      schema: { type: 'string' },
    },
  };
}
