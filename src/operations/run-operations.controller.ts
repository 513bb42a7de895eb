import { Controller, Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiTags,
} from '@nestjs/swagger';
import { AdminOnly, ErrorDto } from '@tributary/common';
import { RunQueryDto } from './dto/run-query.dto';
import { RunDetailsDto, RunPageDto, toRunDetailsDto, toRunPageDto } from './dto/run.dto';
import { RunOperationsService } from './run-operations.service';

@ApiTags('operations')
@AdminOnly()
@Controller('operations/runs')
export class RunOperationsController {
  constructor(private readonly runs: RunOperationsService) {}

  /** Runs of all users, newest first. */
  @Get()
  async list(@Query() query: RunQueryDto): Promise<RunPageDto> {
    return toRunPageDto(await this.runs.list(query));
  }

  /** One run with its payload and its history. */
  @ApiNotFoundResponse({ type: ErrorDto, description: 'There is no such run.' })
  @Get(':run_id')
  async get(@Param('run_id') runId: string): Promise<RunDetailsDto> {
    return toRunDetailsDto(await this.runs.get(runId));
  }

  /**
   * Cancels a run: at once while it is queued or parked, with its worker's next heartbeat while it
   * runs. A waiting run ends after everything under it was cancelled.
   */
  @ApiAcceptedResponse({ type: RunDetailsDto })
  @ApiNotFoundResponse({ type: ErrorDto, description: 'There is no such run.' })
  @ApiConflictResponse({
    type: ErrorDto,
    description: 'The run has ended, or cannot be cancelled.',
  })
  @HttpCode(HttpStatus.ACCEPTED)
  @Post(':run_id/cancel')
  async cancel(@Param('run_id') runId: string): Promise<RunDetailsDto> {
    return toRunDetailsDto(await this.runs.cancel(runId));
  }
}
