import { Controller, Get, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiNotFoundResponse, ApiTags } from '@nestjs/swagger';
import { AdminOnly, ErrorDto } from '@tributary/common';
import { KindDto, toKindDto } from './dto/kind.dto';
import { KindOperationsService } from './kind-operations.service';

@ApiTags('operations')
@AdminOnly()
@Controller('operations/kinds')
export class KindOperationsController {
  constructor(private readonly kinds: KindOperationsService) {}

  /** Every kind of runs, whether its runs start, and how many there are. */
  @Get()
  async list(): Promise<KindDto[]> {
    return (await this.kinds.list()).map(toKindDto);
  }

  /** Pauses a kind: after the response none of its runs starts. Running ones continue. */
  @ApiNotFoundResponse({ type: ErrorDto, description: 'There is no such kind.' })
  @HttpCode(HttpStatus.OK)
  @Post(':kind/pause')
  async pause(@Param('kind') kind: string): Promise<KindDto> {
    return toKindDto(await this.kinds.pause(kind));
  }

  /** Resumes a kind: the runs that waited start within moments. */
  @ApiNotFoundResponse({ type: ErrorDto, description: 'There is no such kind.' })
  @HttpCode(HttpStatus.OK)
  @Post(':kind/resume')
  async resume(@Param('kind') kind: string): Promise<KindDto> {
    return toKindDto(await this.kinds.resume(kind));
  }
}
