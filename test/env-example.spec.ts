import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { loadConfig, renderEnvExample, variables } from '@tributary/config';
// Features declare variables of their own.
import '../src/app.module';

describe('.env.example', () => {
  it('is what the schema renders', () => {
    const committed = readFileSync(join(__dirname, '../.env.example'), 'utf8');
    expect(committed).toBe(renderEnvExample());
  });

  it('shows every variable once, at a default that the schema accepts as the same value', () => {
    const uncommented = renderEnvExample().replace(/^#([A-Z_]+=)/gm, '$1');
    const parsed = parseEnv(uncommented) as Record<string, string>;
    expect(Object.keys(parsed).sort()).toEqual(Object.keys(variables).sort());
    expect(loadConfig(parsed)).toEqual(loadConfig({}));
  });
});
