import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { ExportInterceptor } from './export.interceptor';

/** Sends what a controller method returns as a file to be saved, and documents that. */
export function ApiExport(): MethodDecorator {
  return applyDecorators(
    ApiProduces('text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
    ApiOkResponse({ schema: { type: 'string', format: 'binary' } }),
    UseInterceptors(ExportInterceptor),
  );
}
