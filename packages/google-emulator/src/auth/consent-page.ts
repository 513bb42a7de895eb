import { createHash } from 'node:crypto';
import { type Answer } from '../http/answer';
import { type ConsentForm, optionalScopes } from './authorization-endpoint';
import { type OAuthError } from './oauth-error';

const STYLE =
  'body{font:16px/1.5 sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem;color:#202124}small{color:#5f6368}fieldset{border:1px solid #dadce0;border-radius:8px;margin:1rem 0}label{display:block;padding:.25rem 0;overflow-wrap:anywhere}button{font:inherit;padding:.5rem 1.5rem;margin-right:.5rem}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The page on which a user lets an app act, or does not. */
export function consentPage(form: ConsentForm): Answer {
  const { client, redirectUri } = form.request;
  const name = escapeHtml(client.name);
  return page(
    200,
    `${client.name} wants access`,
    `<h1>${name} wants access to your Google Account</h1>
<form method="post">
${[...form.parameters, ['ticket', form.ticket] as const].map(hiddenField).join('\n')}
${userFields(form)}
${scopeFields(form)}
<p><button name="decision" value="allow"${form.emails.length === 0 ? ' disabled' : ''}>Allow</button>
<button name="decision" value="deny" formnovalidate>Deny</button></p>
</form>
<p><small>You will go on at ${escapeHtml(new URL(redirectUri).origin)}.</small></p>`,
    new URL(redirectUri).origin,
  );
}

/** The page with which a request is refused: nobody is sent back to the app. */
export function authorizationErrorPage({ code, error, description }: OAuthError): Answer {
  return page(
    code,
    'Access blocked',
    `<h1>Access blocked: this app's request is invalid</h1>
<p>${escapeHtml(description)}</p>
<p><b>Error ${code}: ${escapeHtml(error)}</b></p>`,
  );
}

function hiddenField([name, value]: readonly [string, string]): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
}

function userFields({ emails, request }: ConsentForm): string {
  if (emails.length === 0)
    return '<p>There are no users: create one with POST /emulator/users.</p>';
  const isChosen = (email: string): boolean => email === request.loginHint || emails.length === 1;
  const choices = emails.map((email) => {
    const value = escapeHtml(email);
    const checked = isChosen(email) ? ' checked' : '';
    return `<label><input type="radio" name="email" value="${value}" required${checked}> ${value}</label>`;
  });
  return `<fieldset><legend>Who are you?</legend>\n${choices.join('\n')}\n</fieldset>`;
}

function scopeFields({ request }: ConsentForm): string {
  const optional = new Set(optionalScopes(request));
  const lines = [...request.scopes].map((scope) => {
    const value = escapeHtml(scope);
    return optional.has(scope)
      ? `<label><input type="checkbox" name="granted" value="${value}" checked> ${value}</label>`
      : `<label>${value}</label>`;
  });
  const hidden = optional.size > 0 ? `${hiddenField(['choice', 'scopes'])}\n` : '';
  return `<fieldset><legend>What it may do</legend>\n${hidden}${lines.join('\n')}\n</fieldset>`;
}

function page(status: 200 | 400 | 401, title: string, body: string, formTarget?: string): Answer {
  // Chromium holds the redirect after a form to this rule too, and an app may send on to another port.
  const targets =
    formTarget === undefined
      ? "'none'"
      : `'self' ${formTarget} http://127.0.0.1:* http://localhost:*`;
  return {
    status,
    headers: {
      Server: 'ESF',
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
    pieces: [
      `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<p><small>Google emulator: nothing here reaches Google.</small></p>
${body}
`,
    ],
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
