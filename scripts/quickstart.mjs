// npm run quickstart: from a fresh clone to a running Tributary, with the main workflow run once.
import { parseArgs } from 'node:util';
import { signIn } from './lib/sample-user.mjs';
import { checkPipeline } from './lib/pipeline-check.mjs';
import { prepare } from './lib/prepare.mjs';
import { Product } from './lib/product.mjs';
import { runScript, say, step, Trouble, unpin } from './lib/say.mjs';
import { tourSheets } from './lib/sheet-tour.mjs';
import { sayWhereToLook } from './lib/where-to-look.mjs';

const USAGE = `Usage: npm run quickstart -- [--once] [--orders <count>]

Starts Tributary and runs its main workflow on a sample shop, then stays up until Ctrl-C.
--once     exits when the job is done
--orders   number of orders in the sample shop (default: 20000)`;

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

/** With a real Google the sheets belong to somebody: then a run that needs no sheet is shown instead. */
async function doTheMainJob(product, user) {
  if (product.emulator) return tourSheets(product, user);
  await step('Sending a run through the whole pipeline', () => checkPipeline(user.api));
  say();
  say('  Google is configured, so no sample sheet is synced. To connect a sheet of your own,');
  say('  share it with the address that GET /api/v1/service-account returns, and send its URL');
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
    // Reported below, as any other wrong usage.
  }
  throw new Trouble(USAGE);
}
