import { Transform } from 'class-transformer';
import { IsEmail, IsString, MaxLength, MinLength } from 'class-validator';
import { normalizeEmail } from '../normalize-email';

const normalized = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? normalizeEmail(value) : value;

export class LoginDto {
  /**
   * Capital letters make no difference.
   * @example mai@shop.example
   */
  @Transform(normalized)
  @IsEmail()
  @MaxLength(254)
  email: string;

  /** @example correct horse battery */
  @IsString()
  @MaxLength(128)
  password: string;
}

export class RegisterDto extends LoginDto {
  /**
   * From 10 to 128 characters, any of them.
   * @example correct horse battery
   */
  @MinLength(10)
  declare password: string;
}
