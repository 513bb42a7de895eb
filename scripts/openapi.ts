import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { loadConfig } from '@tributary/config';
import { AppModule } from '../src/app.module';
import { createOpenApiDocument } from '../src/bootstrap/openapi';
import { writeOrCheck } from './generated-file';

/** The document depends on the routes alone: no backend is needed, and none is reachable here. */
const NOWHERE = {
  REDIS_URL: 'redis://127.0.0.1:1',
  MONGODB_URL: 'mongodb://127.0.0.1:1/none?serverSelectionTimeoutMS=100',
};

async function main(): Promise<void> {
  const environment = { ...loadConfig({ ROLE: 'api', ...NOWHERE }), ...NOWHERE };
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forRole(environment), {
    logger: false,
  });
  const document = createOpenApiDocument(app);
  await app.close();
  writeOrCheck('openapi.json', `${JSON.stringify(document, null, 2)}\n`, 'npm run openapi');
}

void main();
