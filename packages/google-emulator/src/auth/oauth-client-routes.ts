import { AdminBody } from '../control/admin-body';
import { AdminError, type AdminRoute } from '../control/admin-route';
import { API_NAMES } from '../http/api-services';
import { type AuthorizationEndpoint } from './authorization-endpoint';
import { OAuthError } from './oauth-error';
import { type OAuthClient, type OAuthClientOptions } from './oauth-clients';
import { type ServiceAccounts } from './service-accounts';

const CLIENT_FIELDS = [
  'name',
  'type',
  'redirect_uris',
  'client_id',
  'client_secret',
  'project_number',
  'disabled_apis',
  'testing',
] as const;

/** How OAuth clients are made, and users answer them, from another process. */
export function oauthClientRoutes(
  accounts: ServiceAccounts,
  authorization: AuthorizationEndpoint,
): readonly AdminRoute[] {
  return [
    {
      method: 'GET',
      path: /^\/oauth\/clients$/,
      doc: 'The OAuth clients with their secrets.',
      handle: () => ({ clients: accounts.clients.all().map(described) }),
    },
    {
      method: 'POST',
      path: /^\/oauth\/clients$/,
      doc: 'Makes an OAuth client: {name?, type?: "web" | "desktop", redirect_uris?, client_id?, client_secret?, project_number?, disabled_apis?, testing?}.',
      handle: ({ body }) =>
        described(accounts.clients.create(readOptions(new AdminBody(body, CLIENT_FIELDS)))),
    },
    {
      method: 'DELETE',
      path: /^\/oauth\/clients\/(?<id>[^/]+)$/,
      doc: 'Deletes an OAuth client; its tokens end.',
      handle: ({ params }) => accounts.removeClient(params['id'] ?? ''),
    },
    {
      method: 'POST',
      path: /^\/oauth\/authorize$/,
      doc: 'Answers an address of the consent page without the page: {url, email?, deny?, scopes?}; gives {redirect_to}.',
      handle: ({ body }) => {
        const given = new AdminBody(body, ['url', 'email', 'deny', 'scopes']);
        const url = given.required('url', given.text('url'));
        if (!URL.canParse(url)) throw new AdminError('url is the whole address of a consent page');
        const email = given.text('email');
        const deny = given.flag('deny') ?? false;
        const scopes = given.listOf('scopes');
        const decision = { deny, ...(email !== undefined && { email }), ...(scopes && { scopes }) };
        return { redirect_to: answered(() => authorization.answer(url, decision)) };
      },
    },
  ];
}

function readOptions(given: AdminBody): OAuthClientOptions {
  const options: { [K in keyof OAuthClientOptions]: OAuthClientOptions[K] | undefined } = {
    name: given.text('name'),
    type: given.oneOf('type', ['web', 'desktop'] as const),
    redirectUris: given.listOf('redirect_uris'),
    clientId: given.text('client_id'),
    clientSecret: given.text('client_secret'),
    projectNumber: given.text('project_number'),
    disabledApis: given.listOf('disabled_apis', API_NAMES),
    testing: given.flag('testing'),
  };
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

function described(client: OAuthClient): Record<string, unknown> {
  return {
    client_id: client.clientId,
    client_secret: client.clientSecret,
    name: client.name,
    type: client.type,
    redirect_uris: client.redirectUris,
    project_number: client.projectNumber,
    disabled_apis: [...client.disabledApis],
    testing: client.isTesting,
  };
}

/** What the page would show as an error, is one for whoever sets the scene. */
function answered(answer: () => string): string {
  try {
    return answer();
  } catch (error) {
    if (error instanceof OAuthError) throw new AdminError(error.message);
    throw error;
  }
}
