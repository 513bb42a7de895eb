import { IsInt, Max, Min } from 'class-validator';

export class StartPipelineCheckDto {
  /** How many steps the check has; each takes one request of its quota. */
  @IsInt()
  @Min(1)
  @Max(20)
  steps: number = 3;
}
