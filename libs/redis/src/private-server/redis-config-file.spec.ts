import { renderRedisConfig } from './redis-config-file';

const render = (folder: string): string[] =>
  renderRedisConfig({ folder, port: 40123, password: 'secret' }).split('\n');

describe('renderRedisConfig', () => {
  it('listens on the loopback only, with a password', () => {
    expect(render('/data')).toEqual(
      expect.arrayContaining(['bind 127.0.0.1', 'port 40123', 'requirepass "secret"']),
    );
  });

  it('keeps what is written and evicts nothing', () => {
    expect(render('/data')).toEqual(
      expect.arrayContaining([
        'appendonly yes',
        'appendfsync everysec',
        'save ""',
        'maxmemory-policy noeviction',
      ]),
    );
  });

  it.each([
    ['/my data', 'dir "/my data"'],
    ['/a"b\\c', 'dir "/a\\"b\\\\c"'],
    ['/a\nport 1', 'dir "/a\\nport 1"'],
  ])('quotes the folder %j', (folder, line) => {
    expect(render(folder)).toContain(line);
  });
});
