import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigModule, loadConfig } from '@tributary/config';
import { GoogleModule, SheetsClient, type SheetReading } from '@tributary/google';
import { MongoModule } from '@tributary/mongo';
import { RateLimitModule } from '@tributary/rate-limit';
import { RedisModule } from '@tributary/redis';
import { type Access, type Counts, type Reader } from '../reader';
import { serveReader } from '../serve-reader';

@Module({})
class ReaderModule {}

/** Ours, as the application has it, with a quota that is asked and never used up. */
async function open(access: Access): Promise<Reader> {
  const config = loadConfig({
    NODE_ENV: 'test',
    GOOGLE_API_BASE_URL: access.googleUrl,
    GOOGLE_SERVICE_ACCOUNT_JSON: access.keyFile,
    RATE_LIMIT_GOOGLE_SHEETS: 'bucket 1000000@1000000/s',
  });
  const app = await NestFactory.createApplicationContext(
    {
      module: ReaderModule,
      imports: [
        ConfigModule.forRoot(config),
        RedisModule.forRoot(access.redisUrl),
        MongoModule.forRoot(access.mongoUrl),
        RateLimitModule.forRoot(),
        GoogleModule.forRoot(),
      ],
    },
    { logger: ['error'] },
  );
  const sheets = app.get(SheetsClient);
  return {
    readAll: async ({ id, tab }) => count(await sheets.readRows(id, tab, 1)),
    readNews: async ({ id, tab }, fromRow) => {
      const options = { headerRow: 1, tail: true };
      const reading = await sheets.readRows(id, tab, fromRow, undefined, options);
      const { rows, contents } = await count(reading);
      return { rows: rows + 1, contents: contents + 2 * reading.header.length };
    },
    close: () => app.close(),
  };
}

async function count(reading: SheetReading): Promise<Required<Counts>> {
  let rows = 0;
  let contents = 0;
  for await (const chunk of reading) {
    rows += chunk.length;
    for (const row of chunk) contents += 2 * row.cells.length;
  }
  return { rows, contents };
}

serveReader(open);
