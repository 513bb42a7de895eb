import { type Type } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { type RawEnvironment } from '@tributary/config';
import { type Server } from 'node:http';
import { AppModule, type Extension } from '../../src/app.module';
import { configureHttp } from '../../src/bootstrap/http-app';
import { serveOpenApi } from '../../src/bootstrap/openapi';
import { testEnvironment } from './environment';

/** An application as a process would run it, listening on a port of its own. */
export interface TestApp {
  app: NestExpressApplication;
  server: Server;
  url: string;
  /** Ends it before the test file is done. */
  stop(): Promise<void>;
}

const running = new Set<NestExpressApplication>();

afterAll(async () => {
  await Promise.all([...running].map((app) => app.close()));
});

/**
 * Starts the real application with real backends; `controllers` adds routes to knock at, and
 * `extension` kinds of runs and what processes them.
 */
export async function startApp(
  overrides: RawEnvironment = {},
  controllers: Type[] = [],
  extension?: Extension,
): Promise<TestApp> {
  // Every test speaks from an address of its own, so that nobody uses up another's attempts.
  const environment = testEnvironment({ ROLE: 'api', TRUST_PROXY: '1', ...overrides });
  const module = await Test.createTestingModule({
    imports: [AppModule.forRole(environment, extension)],
    controllers,
  }).compile();
  const app = module.createNestApplication<NestExpressApplication>({
    bodyParser: false,
    logger: false,
  });
  running.add(app);
  configureHttp(app);
  serveOpenApi(app);
  await app.listen(0, '127.0.0.1');
  const stop = async (): Promise<void> => {
    running.delete(app);
    await app.close();
  };
  return { app, server: app.getHttpServer(), url: await app.getUrl(), stop };
}
