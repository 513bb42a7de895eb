import { ConsoleLogger } from '@nestjs/common';
import { loadConfig, type RawEnvironment } from '@tributary/config';
import { type AppEnvironment } from '../app.module';
import { startBackends } from './backends';

const STORES = { MONGODB_URL: 'mongodb://127.0.0.1/x', REDIS_URL: 'redis://127.0.0.1' };
const OWN = {
  GOOGLE_OAUTH_CLIENT_ID: '123456789012-own.apps.googleusercontent.com',
  GOOGLE_OAUTH_CLIENT_SECRET: 'GOCSPX-a-secret-of-its-own',
};

async function whileStarted(
  raw: RawEnvironment,
  look: (environment: AppEnvironment) => Promise<void> | void,
): Promise<void> {
  const logger = new ConsoleLogger({ logLevels: [] });
  const backends = await startBackends(loadConfig({ ...STORES, ...raw }), logger);
  try {
    await look(backends.environment);
  } finally {
    await backends.stop();
  }
}

describe('startBackends', () => {
  it('gives the OAuth client of the emulator where the emulator stands in for Google', async () => {
    await whileStarted({}, async (environment) => {
      const { GOOGLE_API_BASE_URL, GOOGLE_OAUTH_CLIENT_ID, GOOGLE_OAUTH_CLIENT_SECRET } =
        environment;
      const response = await fetch(`${GOOGLE_API_BASE_URL}/emulator/oauth/clients`);
      expect(await response.json()).toMatchObject({
        clients: [{ client_id: GOOGLE_OAUTH_CLIENT_ID, client_secret: GOOGLE_OAUTH_CLIENT_SECRET }],
      });
    });
  });

  it('leaves an OAuth client alone that is configured', async () => {
    await whileStarted(OWN, (environment) => {
      expect(environment).toMatchObject(OWN);
      expect(environment.GOOGLE_API_BASE_URL).toBeDefined();
    });
  });

  it('gives none where Google itself is used', async () => {
    await whileStarted({ GOOGLE_API_BASE_URL: 'https://google.test' }, (environment) => {
      expect(environment.GOOGLE_OAUTH_CLIENT_ID).toBeUndefined();
    });
  });
});
