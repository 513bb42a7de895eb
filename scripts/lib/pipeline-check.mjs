import { setTimeout as delay } from 'node:timers/promises';
import { say, Trouble } from './say.mjs';

const DEADLINE_MS = 60_000;
const PAUSE_MS = 200;

/** Sends one run through the whole pipeline as a user would, and waits for its success. */
export async function checkPipeline(api) {
  const { run_id } = await api.post('/pipeline-checks', { steps: 3 });
  const run = await endOf(api, `/pipeline-checks/${run_id}`);
  say(`  GET ${api.url}/pipeline-checks/${run_id}`);
  say(`  ${JSON.stringify(run)}`);
  if (run.status !== 'succeeded') throw new Trouble('The run did not succeed.');
}

async function endOf(api, path) {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const run = await api.get(path);
    if (run.finished_at !== null) return run;
    if (Date.now() > deadline) throw new Trouble(`${path} did not finish within a minute.`);
    await delay(PAUSE_MS);
  }
}
