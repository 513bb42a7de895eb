import { Controller, Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  CurrentUser,
  ErrorDto,
  offsetOf,
  pageOf,
  PageQueryDto,
  type Principal,
} from '@tributary/common';
import {
  PreviewQueryDto,
  SheetDataDto,
  SheetPreviewDto,
  toSheetPreviewDto,
  toSheetRowDto,
} from './dto/sheet-data.dto';
import { SuggestedMappingDto, toSuggestedMappingDto } from '../connections/dto/suggestion.dto';
import { SheetConnectionService } from '../connections/sheet-connection.service';
import { SheetDataService } from './sheet-data.service';

@ApiTags('sheets')
@ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such connection.' })
@Controller('sheet-connections/:id')
export class SheetDataController {
  constructor(
    private readonly connections: SheetConnectionService,
    private readonly data: SheetDataService,
  ) {}

  /** The first rows of the sheet as it is now. */
  @Get('preview')
  async preview(
    @CurrentUser() user: Principal,
    @Param('id') id: string,
    @Query() { rows }: PreviewQueryDto,
  ): Promise<SheetPreviewDto> {
    const connection = await this.connections.getOwned(user.id, id);
    return toSheetPreviewDto(await this.data.preview(connection, rows));
  }

  /** Fields proposed for the columns of the sheet, from its headers and first values. */
  @ApiOkResponse({ type: SuggestedMappingDto })
  @HttpCode(HttpStatus.OK)
  @Post('suggest-mapping')
  async suggest(
    @CurrentUser() user: Principal,
    @Param('id') id: string,
  ): Promise<SuggestedMappingDto> {
    const connection = await this.connections.getOwned(user.id, id);
    return toSuggestedMappingDto(await this.data.suggest(connection));
  }

  /** The stored rows in the order of the sheet. */
  @Get('data')
  async list(
    @CurrentUser() user: Principal,
    @Param('id') id: string,
    @Query() query: PageQueryDto,
  ): Promise<SheetDataDto> {
    const connection = await this.connections.getOwned(user.id, id);
    const [rows, total] = await this.data.list(connection, offsetOf(query), query.page_size);
    return pageOf(rows.map(toSheetRowDto), total, query);
  }
}
