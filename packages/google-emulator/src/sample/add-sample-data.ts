import { createHash } from 'node:crypto';
import { type KeyFile } from '../auth/key-file';
import { type ServiceAccounts } from '../auth/service-accounts';
import { type UserCredentials } from '../auth/consents';
import { type OAuthClient, type OAuthClientOptions } from '../auth/oauth-clients';
import { type BusinessEmulation } from '../business/business-emulation';
import { type SpreadsheetDefinition } from '../sheets/definition';
import { type Sharing } from '../sheets/sharing';
import { sampleBusinessAccounts } from './sample-business';
import { DEFAULT_SIZE, SampleShop, shopSize, type ShopSize } from './shop';
import { HELPER_TAB, sampleTabs } from './tabs';

/** The parts of the emulator into which the sample goes. */
export interface SampleTarget {
  readonly sheets: { create(definition: SpreadsheetDefinition, sharing?: Sharing): unknown };
  readonly business: Pick<BusinessEmulation, 'add'>;
  readonly accounts: Pick<ServiceAccounts, 'create' | 'createUser' | 'clients'>;
}

/** What may be said of the sample. */
export interface SampleOptions {
  /** Another seed gives other data; the same gives the same, always. */
  readonly seed?: number;
  /** The service account with which the spreadsheet is shared. */
  readonly email?: string;
  /** How many orders there are; of everything else there is as much more or less. */
  readonly orders?: number;
}

/** What there is after the sample was added, and how to get at it. */
export interface SampleData {
  readonly seed: number;
  readonly serviceAccount: { readonly email: string; readonly keyFile: KeyFile };
  readonly spreadsheetId: string;
  readonly spreadsheetTitle: string;
  /** The titles of the tabs with data; a hidden one without is there besides. */
  readonly tabs: readonly string[];
  /** The app to which the user has agreed; it may ask for consent from any port of this machine. */
  readonly oauthClient: Pick<OAuthClient, 'clientId' | 'clientSecret'>;
  readonly businessUser: { readonly email: string; readonly credentials: UserCredentials };
  /** The digits in `accounts/{id}`. */
  readonly businessAccountIds: readonly string[];
}

/** The seed unless told. */
export const DEFAULT_SEED = 2026;
const DEFAULT_EMAIL = 'sheet-reader@song-xanh.iam.gserviceaccount.com';
const BUSINESS_EMAIL = 'lan@song-xanh.test';

/**
 * Adds the merchant "Cửa hàng Sông Xanh": an account that may read a spreadsheet of two years of
 * orders, and a user who may see three Business Profile accounts with reviews.
 */
export function addSampleData(
  { sheets, business, accounts }: SampleTarget,
  { seed = DEFAULT_SEED, email = DEFAULT_EMAIL, orders = DEFAULT_SIZE.orders }: SampleOptions = {},
): SampleData {
  const keyFile = accounts.create(email);
  const { clientId, clientSecret } = accounts.clients.create(sampleClient(seed));
  const credentials = accounts.createUser(BUSINESS_EMAIL, { clientId });
  const { id, definition, tabs } = sampleSpreadsheet(seed, shopSize(orders));
  sheets.create(definition, { readers: [email] });
  const businessAccounts = sampleBusinessAccounts(seed, BUSINESS_EMAIL);
  for (const account of businessAccounts) business.add(account);
  return {
    seed,
    serviceAccount: { email, keyFile },
    spreadsheetId: id,
    spreadsheetTitle: definition.title,
    tabs,
    oauthClient: { clientId, clientSecret },
    businessUser: { email: BUSINESS_EMAIL, credentials },
    businessAccountIds: businessAccounts.map((account) => account.id),
  };
}

/** The same for the same seed, so that what a developer has configured outlives a restart. */
function sampleClient(seed: number): OAuthClientOptions {
  const digest = createHash('sha256').update(`client ${seed}`).digest();
  const projectNumber = String(100_000_000_000 + digest.readUInt32BE());
  return {
    name: 'Tributary',
    type: 'desktop',
    projectNumber,
    clientId: `${projectNumber}-${digest.toString('hex', 0, 11)}.apps.googleusercontent.com`,
    clientSecret: `GOCSPX-${digest.toString('base64url', 11)}`,
  };
}

/** The spreadsheet of the sample; its rows are made when they are read. */
export function sampleSpreadsheet(
  seed: number,
  size?: ShopSize,
): {
  readonly id: string;
  readonly definition: SpreadsheetDefinition;
  readonly tabs: readonly string[];
} {
  const tabs = sampleTabs(new SampleShop(seed, size), seed);
  const id = `1${createHash('sha256').update(`sample ${seed}`).digest('base64url')}`;
  const definition: SpreadsheetDefinition = {
    id,
    title: 'Cửa hàng Sông Xanh - Đơn hàng',
    locale: 'vi_VN',
    timeZone: 'Asia/Ho_Chi_Minh',
    tabs: [...tabs.map((tab) => tab.definition), HELPER_TAB],
  };
  return { id, definition, tabs: tabs.map((tab) => tab.title) };
}
