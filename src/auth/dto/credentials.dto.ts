import { Transform } from 'class-transformer';
import { IsEmail, IsString, MaxLength, MinLength } from 'class-validator';
import { normalizeEmail } from '../normalize-email';

const normalized = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? normalizeEmail(value) : value;

class EmailDto {
  /**
   * Capital letters make no difference.
   * @example mai@shop.example
   */
  @Transform(normalized)
  @IsEmail()
  @MaxLength(254)
  email: string;
}

export class LoginDto extends EmailDto {
  /** @example correct horse battery */
  @IsString()
  @MaxLength(128)
  password: string;
}

export class RegisterDto extends EmailDto {
  /**
   * From 10 to 128 characters, any of them.
   * @example correct horse battery
   */
  @IsString()
  @MinLength(10)
  @MaxLength(128)
  password: string;
}
