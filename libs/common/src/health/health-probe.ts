/** A dependency that the service needs, and a check of its availability. */
export abstract class HealthProbe {
  /** Its name in the response of readiness. */
  abstract readonly name: string;
  /**
   * Resolves to what responded (`embedded`, for example) when the dependency is available, rejects
   * otherwise.
   */
  abstract check(): Promise<string>;
}
