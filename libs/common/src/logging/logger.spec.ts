import { createPino, inWorkContext, StructuredLogger } from '..';

interface Capture {
  logger: StructuredLogger;
  written: string[];
  lines: () => Record<string, unknown>[];
}

function capture(): Capture {
  const written: string[] = [];
  const destination = { write: (text: string) => void written.push(text) };
  const pino = createPino({ level: 'debug', pretty: false, destination });
  return {
    logger: new StructuredLogger(pino),
    written,
    lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

describe('the structured logger', () => {
  it('writes one JSON object a line, with level, time and context', () => {
    const { logger, lines } = capture();
    logger.log('Sheet synced', 'SheetCrawler');
    expect(lines()).toEqual([
      expect.objectContaining({ level: 'info', context: 'SheetCrawler', msg: 'Sheet synced' }),
    ]);
    expect(Date.parse(lines()[0]?.time as string)).not.toBeNaN();
  });

  it('names the request and the run on every line inside of them, and on none outside', async () => {
    const { logger, lines } = capture();
    await inWorkContext({ request_id: 'r-1' }, async () => {
      await Promise.resolve();
      logger.log('in the request');
      inWorkContext({ run_id: 'run-9' }, () => logger.log('in the run'));
    });
    logger.log('outside');
    expect(lines().map(({ request_id, run_id }) => [request_id, run_id])).toEqual([
      ['r-1', undefined],
      ['r-1', 'run-9'],
      [undefined, undefined],
    ]);
  });

  it('hides secrets in fields, messages and errors', () => {
    const { logger, lines, written } = capture();
    logger.error({
      msg: 'sent Bearer abc123 along',
      headers: { authorization: 'abc123' },
      err: new Error('password=abc123'),
    });
    logger.warn('again Bearer abc123');
    logger.error(new Error('token: abc123'), 'Context');
    expect(JSON.stringify(lines())).not.toContain('abc123');
    expect(written.join('')).not.toMatch(/"msg".*"msg"/);
    expect(lines()[0]).toMatchObject({ err: { type: 'Error', message: 'password=[redacted]' } });
  });

  it('keeps what Nest says about every module and route for debugging', () => {
    const { logger, lines } = capture();
    logger.log('Mapped {/health, GET} route', 'RouterExplorer');
    expect(lines()[0]?.level).toBe('debug');
  });
});
