// A process that reads sheets as the application does. It is told by message what to do:
// { task, libraries, environment, spreadsheetId, tab, seconds }.
require('reflect-metadata');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');

const STATUS = '/proc/self/status';

async function openSheets({ libraries, environment }) {
  const library = (name) => require(join(libraries, name, 'src'));
  const { ConfigModule, loadConfig } = library('config');
  const { GoogleModule, SheetsClient } = library('google');
  class Reader {}
  Module({
    imports: [
      ConfigModule.forRoot(loadConfig(environment)),
      library('redis').RedisModule.forRoot(environment.REDIS_URL),
      library('mongo').MongoModule.forRoot(environment.MONGODB_URL),
      library('rate-limit').RateLimitModule.forRoot(),
      GoogleModule.forRoot(),
    ],
  })(Reader);
  const context = await NestFactory.createApplicationContext(Reader, { logger: false });
  return context.get(SheetsClient);
}

/** Not by `resourceUsage` where it can be helped: on Linux that begins with what the parent process had. */
function peakKilobytes() {
  if (!existsSync(STATUS)) return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(STATUS, 'utf8'))[1]);
}

const tasks = {
  /** Reads a whole tab and tells what that took. */
  async stream(sheets, { spreadsheetId, tab }) {
    const reading = await sheets.readRows(spreadsheetId, tab, 1, undefined, {
      quotaWaitMs: 300_000,
    });
    let rows = 0;
    let sum = 0;
    for await (const chunk of reading) {
      rows += chunk.length;
      for (const { cells } of chunk) sum += cells[0].value;
    }
    return { rows, sum, requests: reading.requests, maxRssMb: peakKilobytes() / 1024 };
  },
  /** Reads the same rows again and again, as fast as the quota lets it. */
  async again(sheets, { spreadsheetId, tab, seconds }) {
    const end = Date.now() + seconds * 1000;
    const failures = {};
    let reads = 0;
    const lane = async () => {
      for (let left = end - Date.now(); left > 0; left = end - Date.now()) {
        try {
          await sheets.readRows(spreadsheetId, tab, 2, undefined, {
            tail: true,
            quotaWaitMs: left,
          });
          reads += 1;
        } catch ({ code }) {
          failures[code] = (failures[code] ?? 0) + 1;
        }
      }
    };
    await Promise.all([lane(), lane(), lane()]);
    return { reads, failures };
  },
};

process.once('message', async (order) => {
  const sheets = await openSheets(order);
  process.send({ done: await tasks[order.task](sheets, order) });
});
