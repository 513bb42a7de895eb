import { ApiProperty } from '@nestjs/swagger';
import { Allow } from 'class-validator';

export class ReviewTokenDto {
  /** An access token of Google with the scope `https://www.googleapis.com/auth/business.manage`. */
  @ApiProperty({ type: String, example: 'ya29.a0Af...' })
  // A token that is missing or blank is a 400 with a sentence of its own, not a 422.
  @Allow()
  access_token?: unknown;
}
