import { readFileSync } from 'node:fs';
import { type ConfigProblem } from './config-error';
import { type Variable } from './variable-definition';
import { variables } from './define-variables';

/** The environment as the operating system gives it. */
export type RawEnvironment = Readonly<Record<string, string | undefined>>;

/** Takes the text of every known variable, reading `<NAME>_FILE` where a secret is given that way. */
export function resolveSecretFiles(raw: RawEnvironment): {
  texts: RawEnvironment;
  problems: ConfigProblem[];
} {
  const problems: ConfigProblem[] = [];
  const texts: Record<string, string | undefined> = {};
  for (const [name, variable] of Object.entries<Variable<unknown>>(variables)) {
    // Compose files and shells pass unset variables as empty text.
    texts[name] = raw[name]?.trim() || undefined;
    const path = raw[`${name}_FILE`]?.trim();
    if (!path || !variable.secret) continue;
    if (texts[name] !== undefined) {
      problems.push({
        variable: `${name}_FILE`,
        message: `expected nothing, because ${name} is set too; keep one of them`,
      });
      continue;
    }
    try {
      texts[name] = readFileSync(path, 'utf8').trim() || undefined;
    } catch {
      problems.push({
        variable: `${name}_FILE`,
        message: `expected a readable file, got ${JSON.stringify(path)}`,
      });
    }
  }
  return { texts, problems };
}
