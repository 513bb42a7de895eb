import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BenchmarkContext, type Figure } from './benchmark';
import { runInContext } from './context';
import { startServer } from './server';

const ECHO = `
  require('node:http')
    .createServer((_, response) => response.end(JSON.stringify(process.env)))
    .listen(Number(process.argv[2]), '127.0.0.1');
`;

/** Starts a server from source text, hands its URL to `use`, and ends it. */
async function withServer(source: string, use: (url: URL) => Promise<void>): Promise<void> {
  const run = async (context: BenchmarkContext): Promise<Figure[]> => {
    const script = join(context.folder, 'server.js');
    await writeFile(script, source);
    const url = await startServer(context, {
      name: 'example',
      script,
      args: (port) => [String(port)],
      env: (port) => ({ GIVEN: String(port) }),
      readyPath: '/ready',
    });
    await use(url);
    return [{} as Figure];
  };
  const surroundings = { signal: new AbortController().signal, progress: (): void => undefined };
  await runInContext({ name: 'example', title: '', run }, surroundings);
}

describe('startServer', () => {
  it('gives a server that answers, with the environment it was given, until the end', async () => {
    let url = new URL('http://127.0.0.1');
    await withServer(ECHO, async (started) => {
      url = started;
      const environment = await (await fetch(url)).json();
      expect(environment).toEqual({ GIVEN: url.port });
    });
    expect(url.pathname).toBe('/ready');
    await expect(fetch(url)).rejects.toThrow();
  });

  it('tells what a server said that did not start', async () => {
    const failing = `console.error('PORT is missing'); process.exit(3);`;
    await expect(withServer(failing, () => Promise.resolve())).rejects.toThrow(
      'example did not start: it ended with 3\nPORT is missing',
    );
  });
});
