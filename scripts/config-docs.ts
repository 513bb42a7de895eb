import { renderConfigTable, renderEnvExample } from '@tributary/config';
import { readFileSync } from 'node:fs';
// Features declare variables of their own.
import '../src/app.module';
import { writeOrCheck } from './generated-file';

const REFERENCE = 'docs/configuration.md';
const COMMAND = 'npm run config-docs';
const TABLE = /(<!-- prettier-ignore-start -->\n)[\s\S]*?(<!-- prettier-ignore-end -->)/;

const reference = readFileSync(REFERENCE, 'utf8');
if (!TABLE.test(reference)) {
  throw new Error(`${REFERENCE} has no prettier-ignore comments around its table of variables`);
}

writeOrCheck('.env.example', renderEnvExample(), COMMAND);
writeOrCheck(
  REFERENCE,
  reference.replace(
    TABLE,
    (_, start: string, end: string) => `${start}${renderConfigTable()}\n${end}`,
  ),
  COMMAND,
);
