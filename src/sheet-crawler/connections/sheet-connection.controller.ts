import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  Post,
  Put,
  Query,
} from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentUser, ErrorDto, offsetOf, type Principal } from '@tributary/common';
import { CreateConnectionDto, UpdateConnectionDto } from './dto/connection-request.dto';
import { ConnectionDto, toConnectionDto } from './dto/connection.dto';
import { ConnectionQueryDto } from './dto/connection-query.dto';
import { SheetConnectionService } from './sheet-connection.service';
import { requireSheetId } from './spreadsheet.service';

@ApiTags('sheets')
@Controller('sheet-connections')
export class SheetConnectionController {
  constructor(private readonly connections: SheetConnectionService) {}

  /** Connects a tab of a Google Sheet, and starts its first sync. */
  @ApiBadRequestResponse({ type: ErrorDto, description: 'The sheet is not shared with us.' })
  @Post()
  async create(
    @CurrentUser() user: Principal,
    @Body() { sheet_id, sheet_name, ...settings }: CreateConnectionDto,
  ): Promise<ConnectionDto> {
    const sheet = requireSheetId(sheet_id, ['body', 'sheet_id']);
    return toConnectionDto(
      await this.connections.create(user.id, { ...sheet, sheet_name, ...settings }),
    );
  }

  /** Your connections, oldest first. */
  @Get()
  async list(
    @CurrentUser() user: Principal,
    @Query() query: ConnectionQueryDto,
  ): Promise<ConnectionDto[]> {
    const { page_size } = query;
    return (await this.connections.list(user.id, offsetOf(query), page_size)).map(toConnectionDto);
  }

  /** One of your connections. */
  @ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such connection.' })
  @Get(':id')
  async get(@CurrentUser() user: Principal, @Param('id') id: string): Promise<ConnectionDto> {
    return toConnectionDto(await this.connections.get(user.id, id));
  }

  /**
   * Changes the given settings. A new mapping, tab, header row or mode syncs from the start: the
   * old rows are shown until the new ones are complete.
   */
  @ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such connection.' })
  @ApiConflictResponse({ type: ErrorDto, description: 'Other requests change it at this moment.' })
  @Put(':id')
  async update(
    @CurrentUser() user: Principal,
    @Param('id') id: string,
    @Body() changes: UpdateConnectionDto,
  ): Promise<ConnectionDto> {
    return toConnectionDto(await this.connections.update(user.id, id, changes));
  }

  /** Deletes a connection with its rows, its runs and everything else that was stored for it. */
  @ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such connection.' })
  @HttpCode(HttpStatus.NO_CONTENT)
  @Delete(':id')
  async delete(@CurrentUser() user: Principal, @Param('id') id: string): Promise<void> {
    await this.connections.delete(user.id, id);
  }
}
