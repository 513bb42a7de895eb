import { Trouble } from './say.mjs';

const DEADLINE_MS = 10_000;
const EMAIL = 'demo@tributary.example';
const PASSWORD = 'tributary-demo';

/** Makes sure that the sample user exists, and signs it in. */
export async function signIn(url) {
  const credentials = { email: EMAIL, password: PASSWORD };
  const registered = await post(`${url}/api/v1/auth/register`, credentials);
  if (registered.status !== 201 && registered.status !== 409) throw await refused(registered);
  const response = await post(`${url}/api/v1/auth/login`, credentials);
  if (response.status !== 200) throw await refused(response);
  const { access_token: token } = await response.json();
  return { ...credentials, token };
}

function post(url, body) {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
}

async function refused(response) {
  return new Trouble(`${response.url} answered ${response.status}: ${await response.text()}`);
}
