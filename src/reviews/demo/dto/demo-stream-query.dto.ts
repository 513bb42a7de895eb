import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsString } from 'class-validator';

export class DemoStreamQueryDto {
  /** A job of yours. */
  @ApiProperty({ format: 'uuid' })
  @IsString()
  @IsNotEmpty()
  job_id: string;
}
