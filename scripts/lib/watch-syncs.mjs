import { ProgressBars } from './progress-bars.mjs';
import { Trouble } from './say.mjs';

/**
 * Shows the progress of one sync per connection, and returns the runs when all have succeeded. `begin`
 * returns, for a connection, a predicate for the terminal event to wait for.
 */
export async function watchSyncs({ api, live, connections }, begin) {
  const bars = new ProgressBars(connections.map(({ tab, rows }) => [tab, rows]));
  const tabs = new Map(connections.map(({ id, tab }) => [id, tab]));
  live.onProgress(({ connection_id, done, total }) =>
    bars.move(tabs.get(connection_id), done, total),
  );
  try {
    return await Promise.all(
      connections.map(async (connection) => {
        const { run_id } = await live.end(await begin(connection));
        const run = await api.get(`${connection.path}/runs/${run_id}`);
        const { tab } = connection;
        if (run.status !== 'succeeded') {
          throw new Trouble(`The sync of ${tab} failed: ${JSON.stringify(run.error)}`);
        }
        bars.end(tab, run.counts.rows_read);
        const ms = Date.parse(run.finished_at) - Date.parse(run.started_at);
        return { ...run, ...connection, seconds: (ms / 1000).toFixed(1) };
      }),
    );
  } finally {
    bars.leave();
  }
}
