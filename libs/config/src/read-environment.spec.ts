import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from '.';

describe('readEnvironment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-env-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('fills in from .env what the process was not given', () => {
    writeFileSync(join(folder, '.env'), 'JWT_ISSUER=from-file\nPATH=from-file\n');
    const environment = readEnvironment(folder);
    expect(environment.JWT_ISSUER).toBe('from-file');
    expect(environment.PATH).toBe(process.env.PATH);
  });

  it('does without a .env file', () => {
    expect(readEnvironment(tmpdir()).PATH).toBe(process.env.PATH);
  });
});
