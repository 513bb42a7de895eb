import { renderConfigTable, renderEnvExample } from '@tributary/config';
import { readFileSync } from 'node:fs';
import { writeOrCheck } from './generated-file';

const TABLE = /(<!-- prettier-ignore-start -->\n)[\s\S]*?(<!-- prettier-ignore-end -->)/;

const readme = readFileSync('README.md', 'utf8');
if (!TABLE.test(readme)) throw new Error('README.md has lost the marks of the configuration table');

writeOrCheck('.env.example', renderEnvExample(), 'npm run config-docs');
writeOrCheck(
  'README.md',
  readme.replace(
    TABLE,
    (_, start: string, end: string) => `${start}${renderConfigTable()}\n${end}`,
  ),
  'npm run config-docs',
);
