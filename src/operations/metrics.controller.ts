import { Controller, Get, Res, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import { Public } from '@tributary/common';
import { type Response } from 'express';
import { MetricsGuard } from './metrics.guard';
import { MetricsService } from './metrics.service';

@ApiTags('operations')
@Public()
@UseGuards(MetricsGuard)
@SkipThrottle()
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  /** Process and HTTP metrics in Prometheus' text format. */
  @ApiProduces('text/plain')
  @ApiOkResponse({ schema: { type: 'string' } })
  @Get()
  async read(@Res({ passthrough: true }) response: Response): Promise<string> {
    response.setHeader('Content-Type', this.metrics.contentType);
    return this.metrics.render();
  }
}
