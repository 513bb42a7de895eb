import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiServiceUnavailableResponse,
  ApiTags,
} from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import { Public } from '@tributary/common';
import { type Response } from 'express';
import { DependencyHealthDto, LivenessDto, ReadinessDto } from './dto/health.dto';
import { HealthService } from './health.service';

@ApiTags('operations')
@ApiExtraModels(DependencyHealthDto)
@Public()
@SkipThrottle()
@Controller('health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** The process is alive. */
  @Get('live')
  live(): LivenessDto {
    return { status: 'alive' };
  }

  /** Every dependency is available and the process accepts work. */
  @ApiOkResponse({ type: ReadinessDto })
  @ApiServiceUnavailableResponse({ type: ReadinessDto })
  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadinessDto> {
    const readiness = await this.health.readiness();
    if (readiness.status !== 'ready') response.status(HttpStatus.SERVICE_UNAVAILABLE);
    return readiness;
  }
}
