/** Something that the service cannot do without, and a way to ask whether it is there. */
export abstract class HealthProbe {
  /** How readiness calls it. */
  abstract readonly name: string;
  /** Resolves when the dependency answers, rejects when it does not. */
  abstract check(): Promise<void>;
}
