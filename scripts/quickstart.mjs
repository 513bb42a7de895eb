// npm run quickstart: from a fresh clone to a running Tributary, with the main job done once.
import { parseArgs } from 'node:util';
import { signIn } from './lib/sample-user.mjs';
import { checkPipeline } from './lib/pipeline-check.mjs';
import { prepare } from './lib/prepare.mjs';
import { Product } from './lib/product.mjs';
import { runScript, say, step, Trouble, unpin } from './lib/say.mjs';
import { tourSheets } from './lib/sheet-tour.mjs';
import { sayWhereToLook } from './lib/where-to-look.mjs';

const USAGE = `Usage: npm run quickstart -- [--once] [--orders <count>]

Starts Tributary and does its main job on a sample shop, then stays up until Ctrl-C.
--once     ends when the job is done
--orders   how many orders the sample shop has; 20000 unless told`;

await runScript(async () => {
  const { once, orders } = readArguments();
  await prepare();
  const product = new Product({ orders });
  const interrupted = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve);
  });
  try {
    return await Promise.race([
      show(product, interrupted, once),
      interrupted.then(() => (once ? 1 : 0)),
      product.failed,
    ]);
  } finally {
    unpin();
    say();
    await step('Stopping everything that was started', () => product.stop());
  }
});

async function show(product, interrupted, once) {
  await step('Starting MongoDB, Redis, api and worker', () => product.start());
  const user = await step('Signing in the sample user', () => signIn(product.url));
  const orders = await doTheMainJob(product, user);
  sayWhereToLook(product.url, user, orders);
  if (once) return 0;
  say();
  say('Tributary is running. Ctrl-C stops everything.');
  await interrupted;
  return 0;
}

/** Where Google is real, its sheets are other people's: then a run without a sheet has to do. */
async function doTheMainJob(product, user) {
  if (product.emulator) return tourSheets(product, user);
  await step('Sending a run through the whole pipeline', () => checkPipeline(user.api));
  say();
  say('  Google is configured, so no sample sheet is synced. To connect a sheet of your own,');
  say('  share it with the address that GET /api/v1/service-account tells, and send its address');
  say('  and a mapping of its columns to POST /api/v1/sheet-connections (see Swagger UI).');
  return undefined;
}

function readArguments() {
  try {
    const options = { once: { type: 'boolean', default: false }, orders: { type: 'string' } };
    const { values } = parseArgs({ options });
    const count = values.orders === undefined ? undefined : Number(values.orders);
    if (count === undefined || (Number.isInteger(count) && count > 0)) {
      return { once: values.once, orders: count };
    }
  } catch {
    // Said below.
  }
  throw new Trouble(USAGE);
}
