import { AdminBody } from '../control/admin-body';
import { type AdminRoute } from '../control/admin-route';
import { API_NAMES } from '../http/api-services';
import { type AccountOptions, type EmulatedAccount } from './account';
import { type ServiceAccounts } from './service-accounts';

const ACCOUNT_FIELDS = ['email', 'project_number', 'disabled_apis'] as const;

/** How accounts are made and taken away from another process. */
export function accountRoutes(accounts: ServiceAccounts): readonly AdminRoute[] {
  return [
    {
      method: 'GET',
      path: /^\/accounts$/,
      doc: 'Who may call.',
      handle: () => ({ accounts: accounts.all().map(described) }),
    },
    {
      method: 'POST',
      path: /^\/accounts$/,
      doc: 'Makes a service account: {email, project_number?, disabled_apis?}; gives its key file.',
      handle: ({ body }) => {
        const given = new AdminBody(body, ACCOUNT_FIELDS);
        return accounts.create(readEmail(given), readOptions(given));
      },
    },
    {
      method: 'POST',
      path: /^\/users$/,
      doc: 'Makes a user who has given consent: {email, scopes?, client_id?, project_number?, disabled_apis?}; gives client and refresh token. With {consent: false} the user has agreed to nothing yet.',
      handle: ({ body }) => {
        const fields = [...ACCOUNT_FIELDS, 'scopes', 'client_id', 'consent'];
        const given = new AdminBody(body, fields);
        if (given.flag('consent') === false) {
          accounts.addUser(readEmail(given), readOptions(given));
          return {};
        }
        const scopes = given.listOf('scopes');
        const clientId = given.text('client_id');
        return accounts.createUser(readEmail(given), {
          ...readOptions(given),
          ...(scopes ? { scopes } : {}),
          ...(clientId === undefined ? {} : { clientId }),
        });
      },
    },
    {
      method: 'DELETE',
      path: /^\/accounts\/(?<email>[^/]+)$/,
      doc: 'Removes an account; its tokens end.',
      handle: ({ params }) => accounts.remove(params['email'] ?? ''),
    },
    {
      method: 'PUT',
      path: /^\/accounts\/(?<email>[^/]+)\/disabled$/,
      doc: 'Switches an account off or on: {disabled}.',
      handle: ({ params, body }) => {
        const given = new AdminBody(body, ['disabled']);
        accounts.disable(params['email'] ?? '', given.required('disabled', given.flag('disabled')));
      },
    },
    ...tokenRoutes(accounts),
  ];
}

function tokenRoutes(accounts: ServiceAccounts): AdminRoute[] {
  return [
    {
      method: 'POST',
      path: /^\/accounts\/(?<email>[^/]+)\/rotate-key$/,
      doc: 'Gives a new key file; what the old key signs is refused.',
      handle: ({ params }) => accounts.rotateKey(params['email'] ?? ''),
    },
    {
      method: 'POST',
      path: /^\/accounts\/(?<email>[^/]+)\/expire-tokens$/,
      doc: 'Ends all access tokens of an account.',
      handle: ({ params }) => ({ expired: accounts.expireTokens(params['email'] ?? '') }),
    },
    {
      method: 'POST',
      path: /^\/accounts\/(?<email>[^/]+)\/revoke$/,
      doc: "Takes a user's consent back, to all clients or to {client_id}: refresh and access tokens end.",
      handle: ({ params, body }) => {
        const clientId = new AdminBody(body ?? {}, ['client_id']).text('client_id');
        accounts.revoke(params['email'] ?? '', clientId);
      },
    },
    {
      method: 'POST',
      path: /^\/accounts\/(?<email>[^/]+)\/consent$/,
      doc: 'A user lets a client act: {client_id, scopes?}; gives client and refresh token.',
      handle: ({ params, body }) => {
        const given = new AdminBody(body, ['client_id', 'scopes']);
        const clientId = given.required('client_id', given.text('client_id'));
        return accounts.consent(params['email'] ?? '', clientId, given.listOf('scopes'));
      },
    },
    {
      method: 'POST',
      path: /^\/accounts\/(?<email>[^/]+)\/token$/,
      doc: 'Gives an access token without a key: {scopes, lifetime_s?, client_id?}; unless told, that of a user is given to the client of the first consent.',
      handle: ({ params, body }) => {
        const given = new AdminBody(body, ['scopes', 'lifetime_s', 'client_id']);
        const scopes = given.required('scopes', given.listOf('scopes'));
        const ms = (given.number('lifetime_s') ?? accounts.tokenLifetimeSeconds) * 1000;
        const clientId = given.text('client_id');
        const options = clientId === undefined ? {} : { clientId };
        return { access_token: accounts.issue(params['email'] ?? '', scopes, ms, options) };
      },
    },
    {
      method: 'PUT',
      path: /^\/token-lifetime$/,
      doc: 'How long new access tokens are good: {seconds}.',
      handle: ({ body }) => {
        const given = new AdminBody(body, ['seconds']);
        accounts.tokenLifetimeSeconds = given.required('seconds', given.number('seconds'));
      },
    },
  ];
}

function readEmail(given: AdminBody): string {
  return given.required('email', given.text('email'));
}

function readOptions(given: AdminBody): AccountOptions {
  const projectNumber = given.text('project_number');
  const disabledApis = given.listOf('disabled_apis', API_NAMES);
  return {
    ...(projectNumber === undefined ? {} : { projectNumber }),
    ...(disabledApis === undefined ? {} : { disabledApis }),
  };
}

function described({
  email,
  kind,
  projectNumber,
  disabledApis,
  isDisabled,
}: EmulatedAccount): unknown {
  return {
    email,
    kind,
    project_number: projectNumber,
    disabled_apis: [...disabledApis],
    disabled: isDisabled,
  };
}
