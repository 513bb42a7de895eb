import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Principal } from '@tributary/common';
import { RunViewDto, toRunViewDto, toTriggeredRunDto, TriggeredRunDto } from '@tributary/pipeline';
import { StartPipelineCheckDto } from './dto/start-pipeline-check.dto';
import { PipelineCheckService } from './pipeline-check.service';

@ApiTags('pipeline checks')
@Controller('pipeline-checks')
export class PipelineCheckController {
  constructor(private readonly checks: PipelineCheckService) {}

  /** Sends a run through the whole pipeline: ledger, queue, worker, quota, store and live events. */
  @ApiAcceptedResponse({ type: TriggeredRunDto })
  @HttpCode(HttpStatus.ACCEPTED)
  @Post()
  async start(
    @CurrentUser() user: Principal,
    @Body() body: StartPipelineCheckDto,
  ): Promise<TriggeredRunDto> {
    return toTriggeredRunDto(await this.checks.start(user.id, body.steps));
  }

  /** The state of one of your checks. */
  @Get(':run_id')
  async find(@CurrentUser() user: Principal, @Param('run_id') runId: string): Promise<RunViewDto> {
    return toRunViewDto(await this.checks.find(user.id, runId));
  }
}
