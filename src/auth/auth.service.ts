import { Injectable } from '@nestjs/common';
import { DomainError, type Principal } from '@tributary/common';
import { type UserRole } from '@tributary/contracts';
import { type Account, type Credentials, type IssuedToken } from './account';
import { LoginThrottle } from './login-throttle';
import { normalizeEmail } from './normalize-email';
import { PasswordHasher } from './password-hasher';
import { TokenService } from './token.service';
import { type StoredUser, UserRepository } from './user.repository';

@Injectable()
export class AuthService {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: PasswordHasher,
    private readonly tokens: TokenService,
    private readonly throttle: LoginThrottle,
  ) {}

  async register({ email, password }: Credentials, ip: string | undefined): Promise<Account> {
    this.requireLocalAccounts();
    await this.throttle.countAddress(ip);
    const user = await this.create({ email, password }, 'user');
    if (!user) throw new DomainError('EMAIL_TAKEN');
    return user;
  }

  async login(credentials: Credentials, ip: string | undefined): Promise<IssuedToken> {
    this.requireLocalAccounts();
    const { password } = credentials;
    const email = normalizeEmail(credentials.email);
    await this.throttle.countAddress(ip);
    await this.throttle.countAccount(email);
    const user = await this.users.findByEmail(email);
    const isRight = await this.passwords.verify(password, user?.password_hash);
    if (!user || !isRight) throw new DomainError('INVALID_CREDENTIALS');
    await this.throttle.forgiveAccount(email);
    return this.tokens.issue(user);
  }

  async account(principal: Principal): Promise<Account> {
    if (!this.tokens.isLocal) return { ...principal, created_at: undefined };
    const user = await this.users.findById(principal.id);
    // The token outlived its account.
    if (!user) throw new DomainError('INVALID_TOKEN');
    return user;
  }

  /** Creates the first admin; 'taken' when a person without that role has the email already. */
  async ensureAdmin({ email, password }: Credentials): Promise<'created' | 'present' | 'taken'> {
    const existing = await this.users.findByEmail(email);
    if (existing) return existing.role === 'admin' ? 'present' : 'taken';
    return (await this.create({ email, password }, 'admin')) ? 'created' : 'present';
  }

  private async create(
    { email, password }: Credentials,
    role: UserRole,
  ): Promise<StoredUser | undefined> {
    return this.users.create({ email, role, password_hash: await this.passwords.hash(password) });
  }

  private requireLocalAccounts(): void {
    if (!this.tokens.isLocal) throw new DomainError('LOCAL_SIGN_IN_OFF');
  }
}
