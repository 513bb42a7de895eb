/** One problem of the environment, and how to fix it. */
export interface ConfigProblem {
  variable: string;
  message: string;
}

/** Thrown at boot with all problems at once. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly ConfigProblem[]) {
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    const lines = problems.map(({ variable, message }) => `  ${variable}: ${message}`);
    super(
      [
        `Tributary cannot start: ${count} in the environment.`,
        ...lines,
        '.env.example explains every variable.',
      ].join('\n'),
    );
    this.name = 'ConfigError';
  }
}
