import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentUser, ErrorDto, type Principal } from '@tributary/common';
import { AnalyticsExportService, type ExportedRows } from './analytics-export.service';
import { ExportQueryDto } from '../queries/dto/analytics-query.dto';
import { ExportInterceptor } from './export.interceptor';

@ApiTags('analytics')
@Controller('analytics/:connection_id/export')
export class AnalyticsExportController {
  constructor(private readonly exports: AnalyticsExportService) {}

  /** The rows of `data`, all pages of them, as a file. Texts never become formulas in it. */
  @ApiProduces('text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such connection.' })
  @ApiBadRequestResponse({
    type: ErrorDto,
    description: 'Sheets of its type cannot be asked that.',
  })
  @UseInterceptors(ExportInterceptor)
  @Get()
  export(
    @CurrentUser() user: Principal,
    @Param('connection_id') id: string,
    @Query() query: ExportQueryDto,
  ): Promise<ExportedRows> {
    return this.exports.export(user.id, id, query);
  }
}
