/** One thing that is wrong with the environment, and what to do about it. */
export interface ConfigProblem {
  variable: string;
  message: string;
}

/** Thrown at boot with everything that is wrong, so that one look mends it all. */
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
