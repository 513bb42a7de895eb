import { Body, Controller, Get, HttpCode, Ip, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Principal, Public } from '@tributary/common';
import { AuthService } from './auth.service';
import { AccountDto, toAccountDto, TokenDto, toTokenDto } from './dto/auth-response.dto';
import { LoginDto, RegisterDto } from './dto/credentials.dto';

@ApiTags('auth')
@Controller('auth')
export class AuthController {
  constructor(private readonly auth: AuthService) {}

  /** Create an account. */
  @Public()
  @Post('register')
  async register(@Body() body: RegisterDto, @Ip() ip: string): Promise<AccountDto> {
    return toAccountDto(await this.auth.register(body, ip));
  }

  /** Sign in and get an access token. */
  @Public()
  @HttpCode(200)
  @Post('login')
  async login(@Body() body: LoginDto, @Ip() ip: string): Promise<TokenDto> {
    return toTokenDto(await this.auth.login(body, ip));
  }

  /** The account that the access token belongs to. */
  @Get('me')
  async me(@CurrentUser() user: Principal): Promise<AccountDto> {
    return toAccountDto(await this.auth.account(user));
  }
}
