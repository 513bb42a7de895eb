import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly } from '@tributary/common';
import { RateLimiter } from '@tributary/rate-limit';
import { QuotaDto, toQuotaDto } from './dto/quota.dto';

@ApiTags('operations')
@AdminOnly()
@Controller('operations/quotas')
export class QuotaController {
  constructor(private readonly limiter: RateLimiter) {}

  /** Every quota: its limits, what is used of them, and who waits. */
  @Get()
  async list(): Promise<QuotaDto[]> {
    return (await this.limiter.snapshot()).map(toQuotaDto);
  }
}
