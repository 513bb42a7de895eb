import { ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { PageQueryDto } from '@tributary/common';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

/** A page of connections; for nearly every user it has all of them. */
export class ConnectionQueryDto extends PickType(PageQueryDto, ['page']) {
  @ApiPropertyOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1000)
  page_size: number = 1000;
}
