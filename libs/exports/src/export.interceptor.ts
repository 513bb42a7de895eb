import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { type Response } from 'express';
import { map, type Observable } from 'rxjs';
import { type ExportedFile } from './exported-file';

/** Sends what a controller method returns as a file to be saved. */
@Injectable()
export class ExportInterceptor implements NestInterceptor<ExportedFile, StreamableFile> {
  intercept(
    context: ExecutionContext,
    next: CallHandler<ExportedFile>,
  ): Observable<StreamableFile> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map(({ content, contentType, fileName, version }) => {
        response.set({ 'X-Data-Version': String(version), 'Cache-Control': 'no-store' });
        return new StreamableFile(content, {
          type: contentType,
          disposition: `attachment; filename="${fileName}"`,
        });
      }),
    );
  }
}
