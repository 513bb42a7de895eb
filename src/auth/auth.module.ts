import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import { WindowCounterModule } from '@tributary/common';
import { AccessGuard } from './access.guard';
import { AuthController } from './auth.controller';
import { AuthService } from './auth.service';
import { FirstAdmin } from './first-admin';
import { LoginThrottle } from './login-throttle';
import { PasswordHasher } from './password-hasher';
import { User, UserSchema } from './schemas/user.schema';
import { TokenService } from './token.service';
import { UserRepository } from './user.repository';
import './auth.errors';

/** Accounts, access tokens, and the guard in front of every route. */
@Module({
  imports: [
    WindowCounterModule,
    MongooseModule.forFeature([{ name: User.name, schema: UserSchema }]),
  ],
  controllers: [AuthController],
  providers: [
    AuthService,
    FirstAdmin,
    LoginThrottle,
    PasswordHasher,
    TokenService,
    UserRepository,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [AuthService, TokenService],
})
export class AuthModule {}
