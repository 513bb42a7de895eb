import { Injectable } from '@nestjs/common';
import { type GoogleAccount, GoogleAccountPool } from '@tributary/google';
import { type SheetConnection } from './sheet-connection';

/** Assigns service accounts to users and connections: users are spread over all of them. */
@Injectable()
export class SheetAccountService {
  constructor(private readonly accounts: GoogleAccountPool) {}

  /** All of them, the one that a user is asked to share with first. */
  candidatesFor(userId: string): readonly GoogleAccount[] {
    const first = this.accountFor(userId);
    return [first, ...this.accounts.all.filter((account) => account !== first)];
  }

  /** The one that a user is asked to share with. */
  accountFor(userId: string): GoogleAccount {
    return this.accounts.accountFor(userId);
  }

  /** The one that reads a connection; its owner's when the one it was created with is gone. */
  accountOf({ account, user_id }: Pick<SheetConnection, 'account' | 'user_id'>): GoogleAccount {
    return this.accounts.all.find(({ email }) => email === account) ?? this.accountFor(user_id);
  }

  /** All accounts that there are. */
  get all(): readonly GoogleAccount[] {
    return this.accounts.all;
  }
}
