import { BUSINESS_MANAGE } from './auth/scopes';
import { type GoogleEmulator } from './emulator';

const READ_SHEETS = 'https://www.googleapis.com/auth/spreadsheets.readonly';

/** What a person needs to know of an emulator that runs; the URL stands alone in the first line. */
export function greeting(emulator: GoogleEmulator, keyFile: string | undefined): string {
  const { url, sample } = emulator;
  const lines = [url, ''];
  if (sample && keyFile !== undefined) {
    lines.push(
      'For a client:',
      `  GOOGLE_API_BASE_URL=${url}`,
      `  GOOGLE_SERVICE_ACCOUNT_JSON=${keyFile}`,
      `  GOOGLE_OAUTH_CLIENT_ID=${sample.oauthClient.clientId}`,
      `  GOOGLE_OAUTH_CLIENT_SECRET=${sample.oauthClient.clientSecret}`,
      '',
      `Spreadsheet "${sample.spreadsheetTitle}"`,
      `  id    ${sample.spreadsheetId}`,
      `  tabs  ${sample.tabs.join(', ')}`,
      `  read by ${sample.serviceAccount.email}`,
      '',
      `Business Profile of ${sample.businessUser.email}`,
      `  accounts  ${sample.businessAccountIds.join(', ')}`,
      `  token     curl -X POST ${url}/emulator/accounts/${sample.businessUser.email}/token -d '{"scopes":["${BUSINESS_MANAGE}"]}'`,
      '',
      'Try, within the hour:',
      `  ${exampleCall(emulator, sample)}`,
      '',
    );
  } else {
    lines.push(
      'There are no accounts and no data yet. Make some:',
      `  curl -X POST ${url}/emulator/accounts -d '{"email":"robot@shop.iam.gserviceaccount.com"}'`,
      '',
    );
  }
  lines.push(`Scenes (quotas, faults, time, data): curl ${url}/emulator/`, '');
  return lines.join('\n');
}

function exampleCall(
  { url, accounts }: GoogleEmulator,
  { serviceAccount, spreadsheetId, tabs }: NonNullable<GoogleEmulator['sample']>,
): string {
  const token = accounts.issue(serviceAccount.email, [READ_SHEETS], 3600_000);
  const range = encodeURIComponent(`${tabs[0] ?? 'Sheet1'}!A1:D3`);
  return `curl -H 'Authorization: Bearer ${token}' '${url}/v4/spreadsheets/${spreadsheetId}/values/${range}'`;
}
