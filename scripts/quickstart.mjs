// npm run quickstart: from a fresh clone to a running Tributary, with the main job done once.
import { signIn } from './lib/sample-user.mjs';
import { checkPipeline } from './lib/pipeline-check.mjs';
import { prepare } from './lib/prepare.mjs';
import { Product } from './lib/product.mjs';
import { runScript, say, step } from './lib/say.mjs';

const once = process.argv.includes('--once');

await runScript(async () => {
  await prepare();
  const product = new Product();
  const interrupted = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve(signal));
  });
  try {
    return await Promise.race([
      show(product, interrupted),
      interrupted.then(() => (once ? 1 : 0)),
      product.failed,
    ]);
  } finally {
    await step('Stopping everything that was started', () => product.stop());
  }
});

async function show(product, interrupted) {
  await step('Starting MongoDB, Redis, api and worker', () => product.start());
  const user = await step('Loading sample data', () => signIn(product.url));
  const run = await step('The main job: a run goes through the whole pipeline', () =>
    checkPipeline(product.url, user.token),
  );
  say();
  say(`  GET ${product.url}/api/v1/pipeline-checks/${run.run_id}`);
  say(`  ${JSON.stringify(run)}`);
  printWhereToLook(product.url, user);
  if (once) return run.status === 'succeeded' ? 0 : 1;
  say('Tributary is running. Ctrl-C stops everything.');
  await interrupted;
  return 0;
}

function printWhereToLook(url, { email, password, token }) {
  say();
  say(`  Swagger UI    ${url}/docs`);
  say(`  OpenAPI       ${url}/openapi.json`);
  say(`  Health        ${url}/health/ready`);
  say(`  Metrics       ${url}/metrics`);
  say(`  Sample login  ${email} / ${password}`);
  say(`  Sample token  ${token}`);
  say();
  say('  A first request:');
  say(`  curl ${url}/api/v1/auth/me -H 'Authorization: Bearer ${token}'`);
  say();
}
