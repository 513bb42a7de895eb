import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Writes a generated file or, with --check, only checks that the committed one is up to date. */
export function writeOrCheck(file: string, content: string, command: string): void {
  if (!process.argv.includes('--check')) {
    writeFileSync(file, content);
    return;
  }
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return;
  console.error(`${file} is out of date: run \`${command}\` and commit the result.`);
  process.exitCode = 1;
}
