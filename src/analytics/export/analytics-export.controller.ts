import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiNotFoundResponse, ApiTags } from '@nestjs/swagger';
import { CurrentUser, ErrorDto, type Principal } from '@tributary/common';
import { ApiExport, type ExportedFile } from '@tributary/exports';
import { AnalyticsExportService } from './analytics-export.service';
import { ExportQueryDto } from '../queries/dto/analytics-query.dto';

@ApiTags('analytics')
@Controller('analytics/:connection_id/export')
export class AnalyticsExportController {
  constructor(private readonly exports: AnalyticsExportService) {}

  /** The rows of `data`, all pages of them, as a file. Texts never become formulas in it. */
  @ApiExport()
  @ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such connection.' })
  @ApiBadRequestResponse({
    type: ErrorDto,
    description: 'Sheets of its type cannot be asked that.',
  })
  @Get()
  export(
    @CurrentUser() user: Principal,
    @Param('connection_id') id: string,
    @Query() query: ExportQueryDto,
  ): Promise<ExportedFile> {
    return this.exports.export(user.id, id, query);
  }
}
