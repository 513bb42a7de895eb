import { expectArray, expectObject, optionalString } from '../shape';
import { type BusinessPage, readNextPageToken } from './page';
import { expectAccountId } from './resource-names';

/** An account of Business Profile: a person's own, or a group of locations. */
export interface BusinessAccount {
  /** The digits in `accounts/{id}`. */
  readonly id: string;
  readonly accountName: string;
  /** `PERSONAL`, `LOCATION_GROUP`, `USER_GROUP` or `ORGANIZATION`; empty where Google is silent. */
  readonly type: string;
  /** `PRIMARY_OWNER`, `OWNER`, `MANAGER` or `SITE_MANAGER`; empty where Google is silent. */
  readonly role: string;
  readonly verificationState: string;
}

/** A page of accounts; the personal one comes first. */
export interface BusinessAccountPage extends BusinessPage {
  readonly accounts: readonly BusinessAccount[];
}

/** Validates and reads a page of accounts. */
export function readAccountPage(answer: unknown, pageToken?: string): BusinessAccountPage {
  const page = expectObject(answer, 'the accounts');
  return {
    accounts: expectArray(page.accounts, 'accounts').map(readAccount),
    nextPageToken: readNextPageToken(page.nextPageToken, pageToken),
  };
}

function readAccount(value: unknown): BusinessAccount {
  const account = expectObject(value, 'accounts[]');
  const text = (field: string): string => optionalString(account[field], `accounts[].${field}`);
  return {
    id: expectAccountId(account.name, 'accounts[].name'),
    accountName: text('accountName'),
    type: text('type'),
    role: text('role'),
    verificationState: text('verificationState'),
  };
}
