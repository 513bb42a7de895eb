import { AdminBody } from '../control/admin-body';
import { type AdminRoute } from '../control/admin-route';
import { API_NAMES } from '../http/api-services';
import {
  type EmulatedAccount,
  type AccountOptions,
  type ServiceAccounts,
} from './service-accounts';

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
      doc: 'Makes a user who has given consent: {email, scopes?, project_number?, disabled_apis?}; gives client and refresh token.',
      handle: ({ body }) => {
        const given = new AdminBody(body, [...ACCOUNT_FIELDS, 'scopes']);
        const scopes = given.listOf('scopes');
        return accounts.createUser(readEmail(given), {
          ...readOptions(given),
          ...(scopes ? { scopes } : {}),
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
      doc: "Takes a user's consent back: refresh token and access tokens end.",
      handle: ({ params }) => accounts.revoke(params['email'] ?? ''),
    },
    {
      method: 'POST',
      path: /^\/accounts\/(?<email>[^/]+)\/token$/,
      doc: 'Gives an access token without a key: {scopes, lifetime_s?}.',
      handle: ({ params, body }) => {
        const given = new AdminBody(body, ['scopes', 'lifetime_s']);
        const scopes = given.required('scopes', given.listOf('scopes'));
        const seconds = given.number('lifetime_s') ?? accounts.tokenLifetimeSeconds;
        return { access_token: accounts.issue(params['email'] ?? '', scopes, seconds * 1000) };
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
