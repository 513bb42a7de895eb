import { ConfigError, type ConfigProblem } from './config-error';
import { rules } from './rules';
import { type RawEnvironment, resolveSecretFiles } from './secret-files';
import { type Variable } from './variable-definition';
import { type Environment, type VariableName, variables } from './define-variables';

/** Turns the raw environment into typed values, or throws a {@link ConfigError} naming every problem. */
export function loadConfig(raw: RawEnvironment): Environment {
  const { texts, problems: fileProblems } = resolveSecretFiles(raw);
  const problems: ConfigProblem[] = [...fileProblems];
  const values: Record<string, unknown> = {};

  for (const [name, variable] of Object.entries(variables)) {
    const given = texts[name];
    const parsed = given === undefined ? undefined : variable.parse(given);
    if (given !== undefined && parsed === undefined) {
      problems.push({ variable: name, message: describeMismatch(variable, given) });
    }
    values[name] = parsed ?? variable.fallback;
  }

  const environment = Object.freeze(values) as Environment;
  const isGiven = (name: VariableName): boolean => texts[name] !== undefined;
  const reported = new Set(problems.map(({ variable }) => variable.replace(/_FILE$/, '')));
  for (const rule of rules) {
    problems.push(...rule(environment, isGiven).filter(({ variable }) => !reported.has(variable)));
  }

  if (problems.length > 0) throw new ConfigError(problems);
  return environment;
}

function describeMismatch(variable: Variable<unknown>, given: string): string {
  const expectation = `expected ${variable.expected}`;
  return variable.secret
    ? `${expectation}; the value given is not shown here`
    : `${expectation}, got ${JSON.stringify(given)}`;
}
