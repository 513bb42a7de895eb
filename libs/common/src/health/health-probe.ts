/** Something that the service cannot do without, and a way to ask whether it is there. */
export abstract class HealthProbe {
  /** How readiness calls it. */
  abstract readonly name: string;
  /** Resolves with what answered (`embedded`, say) when the dependency is there, rejects otherwise. */
  abstract check(): Promise<string>;
}
