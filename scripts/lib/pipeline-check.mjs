import { setTimeout as delay } from 'node:timers/promises';
import { Trouble } from './say.mjs';

const REQUEST_DEADLINE_MS = 10_000;
const DEADLINE_MS = 60_000;
const PAUSE_MS = 200;

/** Sends one run through the whole pipeline as a user would, and waits for its end. */
export async function checkPipeline(url, token) {
  const { run_id } = await call(`${url}/api/v1/pipeline-checks`, token, { steps: 3 });
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const run = await call(`${url}/api/v1/pipeline-checks/${run_id}`, token);
    if (run.finished_at !== null) return run;
    if (Date.now() > deadline) throw new Trouble(`The run ${run_id} did not end within a minute.`);
    await delay(PAUSE_MS);
  }
}

async function call(url, token, body) {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(REQUEST_DEADLINE_MS),
  });
  if (!response.ok) {
    throw new Trouble(`${url} answered ${response.status}: ${await response.text()}`);
  }
  return response.json();
}
