import { type UserRole, USER_ROLES } from '@tributary/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { type Account, type IssuedToken } from '../account';

export class AccountDto {
  /** @example 66f2a1c09d3b5e7f81234567 */
  id: string;

  /** Null when an outside issuer does not give it. */
  @ApiProperty({ type: String, nullable: true, example: 'mai@shop.example' })
  email: string | null;

  @ApiProperty({ enum: USER_ROLES, example: 'user' })
  role: UserRole;

  /** Null for accounts that an outside issuer keeps. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  created_at: string | null;
}

export class TokenDto {
  /** Send it as `Authorization: Bearer <access_token>`. */
  access_token: string;

  /** @example bearer */
  token_type: string;

  /**
   * Seconds until it expires.
   * @example 3600
   */
  expires_in: number;
}

export function toAccountDto(account: Account): AccountDto {
  return {
    id: account.id,
    email: account.email ?? null,
    role: account.role,
    created_at: account.created_at?.toISOString() ?? null,
  };
}

export function toTokenDto(token: IssuedToken): TokenDto {
  return { access_token: token.access_token, token_type: 'bearer', expires_in: token.expires_in };
}
