import { type Environment, type QuotaLimit } from '@tributary/config';
import { type Quota } from './quota';
import { type RateLimiterOptions } from './rate-limiter';

/**
 * Options of the limiter from the quotas that features registered. Rejects a quota that is
 * registered twice, and one without a variable for its limits.
 */
export function configuredQuotas(
  quotas: readonly Quota[],
  environment: Environment,
): Required<Pick<RateLimiterOptions, 'policies' | 'flights' | 'addresses'>> {
  const policies: Record<string, readonly QuotaLimit[]> = {};
  const flights: Record<string, number> = {};
  const addresses: Record<string, string> = {};
  for (const { name, limits, address, maxFlightMs } of quotas) {
    if (Object.hasOwn(policies, name)) throw new Error(`The quota ${name} is registered twice`);
    policies[name] = limitsIn(environment, name, limits);
    if (maxFlightMs !== undefined) flights[name] = maxFlightMs;
    const configured = address && environment[address];
    if (configured !== undefined) addresses[name] = configured;
  }
  return { policies, flights, addresses };
}

function limitsIn(
  environment: Environment,
  name: string,
  variable: Quota['limits'],
): readonly QuotaLimit[] {
  const limits: readonly QuotaLimit[] | undefined = environment[variable];
  if (limits) return limits;
  throw new Error(
    `The quota ${name} is unknown: ${variable}, which should have its limits, is declared in no table of variables`,
  );
}
