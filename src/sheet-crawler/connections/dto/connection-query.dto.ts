import { ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { PageQueryDto } from '@tributary/common';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

/** Which of the connections are asked for; all of them, for nearly everybody. */
export class ConnectionQueryDto extends PickType(PageQueryDto, ['page']) {
  @ApiPropertyOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1000)
  page_size: number = 1000;
}
