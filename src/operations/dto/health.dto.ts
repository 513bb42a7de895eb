import { ApiProperty } from '@nestjs/swagger';

export class LivenessDto {
  /** @example alive */
  status: string;
}

export class DependencyHealthDto {
  @ApiProperty({ enum: ['up', 'down'], example: 'up' })
  state: 'up' | 'down';

  /**
   * Which server responded; absent while it is unavailable.
   * @example embedded
   */
  server?: string;

  /** @example 0.42 */
  latency_ms: number;
}

export class ReadinessDto {
  @ApiProperty({ enum: ['ready', 'not_ready', 'draining'], example: 'ready' })
  status: 'ready' | 'not_ready' | 'draining';

  /** Each dependency by name. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: '#/components/schemas/DependencyHealthDto' },
    example: { mongo: { state: 'up', server: 'embedded', latency_ms: 0.42 } },
  })
  checks: Record<string, DependencyHealthDto>;
}
