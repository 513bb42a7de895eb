import { type Environment, type QuotaLimit, type VariableName } from '@tributary/config';

/** Names of the variables that hold a value of this type. */
type VariableOf<Value> = {
  [Name in VariableName]: Environment[Name] extends Value ? Name : never;
}[VariableName];

/** A quota of an external service, as a feature declares it. */
export interface Quota {
  /**
   * What keys begin with, such as `google:sheets`. It lives in Redis and MongoDB: renaming it
   * forgets what was used under the old name.
   */
  readonly name: string;
  /** The variable with its limits. */
  readonly limits: VariableOf<readonly QuotaLimit[]>;
  /** The variable with the provider's address, where that is not always the usual one. */
  readonly address?: VariableOf<string | undefined>;
  /** How long its requests may take, where that is longer than usual. */
  readonly maxFlightMs?: number;
}

/** The quotas that one feature registered, for {@link configuredQuotas} to find at boot. */
export class FeatureQuotas {
  constructor(readonly quotas: readonly Quota[]) {}
}
