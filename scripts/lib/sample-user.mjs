import { Api } from './api.mjs';

const EMAIL = 'demo@tributary.example';
const PASSWORD = 'tributary-demo';

/** Creates the sample user if needed, signs in, and returns the API with its token. */
export async function signIn(url) {
  const credentials = { email: EMAIL, password: PASSWORD };
  const anybody = new Api(`${url}/api/v1`);
  await anybody.post('/auth/register', credentials, { alsoFine: 409 });
  const { access_token: token } = await anybody.post('/auth/login', credentials);
  const api = new Api(anybody.url, { Authorization: `Bearer ${token}` });
  return { ...credentials, token, api };
}
