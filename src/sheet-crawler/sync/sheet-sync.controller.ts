import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiNotFoundResponse, ApiTags } from '@nestjs/swagger';
import {
  CurrentUser,
  ErrorDto,
  offsetOf,
  pageOf,
  PageQueryDto,
  type Principal,
} from '@tributary/common';
import {
  SheetRunDetailsDto,
  SheetRunPageDto,
  toSheetRunDetailsDto,
  toSheetRunDto,
} from './dto/sheet-run.dto';
import {
  StartSyncDto,
  SyncStatusDto,
  SyncTriggerDto,
  toSyncStatusDto,
  toSyncTriggerDto,
} from './dto/sync.dto';
import { SheetConnectionService } from '../connections/sheet-connection.service';
import { SheetSyncService } from './sheet-sync.service';

@ApiTags('sheets')
@ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such connection.' })
@Controller('sheet-connections/:id')
export class SheetSyncController {
  constructor(
    private readonly connections: SheetConnectionService,
    private readonly syncs: SheetSyncService,
  ) {}

  /** Syncs a connection now, whether or not Drive reported a change. */
  @ApiAcceptedResponse({ type: SyncTriggerDto })
  @ApiBody({ type: StartSyncDto, required: false })
  @HttpCode(HttpStatus.ACCEPTED)
  @Post('sync')
  async start(
    @CurrentUser() user: Principal,
    @Param('id') id: string,
    @Body() body?: StartSyncDto,
  ): Promise<SyncTriggerDto> {
    const connection = await this.connections.getOwned(user.id, id);
    return toSyncTriggerDto(await this.syncs.request(connection, body?.accept_deletions));
  }

  /** The state of the sync of a connection. */
  @Get('sync-status')
  async status(@CurrentUser() user: Principal, @Param('id') id: string): Promise<SyncStatusDto> {
    const connection = await this.connections.getOwned(user.id, id);
    return toSyncStatusDto(await this.syncs.status(connection.id));
  }

  /** The syncs of a connection, newest first. */
  @Get('runs')
  async runs(
    @CurrentUser() user: Principal,
    @Param('id') id: string,
    @Query() query: PageQueryDto,
  ): Promise<SheetRunPageDto> {
    const connection = await this.connections.getOwned(user.id, id);
    const [runs, total] = await this.syncs.list(connection.id, offsetOf(query), query.page_size);
    return pageOf(runs.map(toSheetRunDto), total, query);
  }

  /** One sync with its counts, its problems with rows, and the rows that it changed. */
  @Get('runs/:run_id')
  async run(
    @CurrentUser() user: Principal,
    @Param('id') id: string,
    @Param('run_id') runId: string,
  ): Promise<SheetRunDetailsDto> {
    const connection = await this.connections.getOwned(user.id, id);
    return toSheetRunDetailsDto(await this.syncs.get(connection.id, runId));
  }
}
