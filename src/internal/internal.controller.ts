import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InternalOnly } from '@tributary/common';
import { InternalPingDto, toInternalPingDto } from './dto/internal-ping.dto';

@ApiTags('internal')
@InternalOnly()
@Controller('internal')
export class InternalController {
  /** Lets a scheduler check its API key. */
  @Get('ping')
  ping(): InternalPingDto {
    return toInternalPingDto(new Date());
  }
}
