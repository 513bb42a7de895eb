export { AuthModule } from './auth.module';
export { AuthService } from './auth.service';
export { TokenService } from './token.service';
