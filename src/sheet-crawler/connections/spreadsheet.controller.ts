import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiTags } from '@nestjs/swagger';
import { CurrentUser, ErrorDto, type Principal } from '@tributary/common';
import {
  ServiceAccountDto,
  SpreadsheetDto,
  SpreadsheetQueryDto,
  toServiceAccountDto,
  toSpreadsheetDto,
} from './dto/spreadsheet.dto';
import { SpreadsheetService } from './spreadsheet.service';

@ApiTags('sheets')
@Controller()
export class SpreadsheetController {
  constructor(private readonly spreadsheets: SpreadsheetService) {}

  /** Whom to share your sheets with. */
  @Get('service-account')
  account(@CurrentUser() user: Principal): ServiceAccountDto {
    return toServiceAccountDto(this.spreadsheets.account(user.id));
  }

  /** A spreadsheet by its id or its URL-encoded address: its tabs, and the headers of one of them. */
  @ApiBadRequestResponse({ type: ErrorDto, description: 'It is not shared with us.' })
  @Get('spreadsheets/:sheet_id')
  async describe(
    @CurrentUser() user: Principal,
    @Param('sheet_id') sheetId: string,
    @Query() { tab, header_row }: SpreadsheetQueryDto,
  ): Promise<SpreadsheetDto> {
    return toSpreadsheetDto(await this.spreadsheets.describe(user.id, sheetId, tab, header_row));
  }
}
