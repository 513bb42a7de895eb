import { type DynamicModule } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { loadConfig } from '@tributary/config';
import { configuredQuotas } from './configured-quotas';
import { type Quota } from './quota';
import { quotasOfFeatures, RateLimitModule } from './rate-limit.module';

const CHECK: Quota = { name: 'mail:check', limits: 'RATE_LIMIT_GOOGLE_SHEETS' };
const SEND: Quota = {
  name: 'mail:send',
  limits: 'RATE_LIMIT_GOOGLE_DRIVE',
  address: 'GOOGLE_API_BASE_URL',
  maxFlightMs: 190_000,
};

/** What the limiter is made with, once all features are known. */
async function boot(environment: Record<string, string>, ...features: DynamicModule[]) {
  const config = loadConfig({ NODE_ENV: 'test', ...environment });
  const OPTIONS = 'options of the limiter';
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule, ...features],
    providers: [
      {
        provide: OPTIONS,
        inject: [DiscoveryService],
        useFactory: (discovery: DiscoveryService) =>
          configuredQuotas(quotasOfFeatures(discovery), config),
      },
    ],
  }).compile();
  return module.get<ReturnType<typeof configuredQuotas>>(OPTIONS);
}

describe('quotas that features register', () => {
  it('are all known, as configuration has them', async () => {
    const options = await boot(
      { RATE_LIMIT_GOOGLE_SHEETS: 'bucket 7@1/s', GOOGLE_API_BASE_URL: 'http://127.0.0.1:9010' },
      RateLimitModule.forFeature([CHECK]),
      RateLimitModule.forFeature([SEND]),
    );
    expect(Object.keys(options.policies).sort()).toEqual(['mail:check', 'mail:send']);
    expect(options.policies['mail:check']).toMatchObject([{ kind: 'bucket', capacity: 7 }]);
    expect(options.flights).toEqual({ 'mail:send': 190_000 });
    expect(options.addresses).toEqual({ 'mail:send': 'http://127.0.0.1:9010' });
  });

  it('keep the process from starting when two have one name', async () => {
    const features = [RateLimitModule.forFeature([CHECK]), RateLimitModule.forFeature([CHECK])];
    await expect(boot({}, ...features)).rejects.toThrow('The quota mail:check is registered twice');
  });

  it('keep the process from starting when nobody can configure one', async () => {
    const unknown = { name: 'mail:sort', limits: 'RATE_LIMIT_MAIL' as Quota['limits'] };
    await expect(boot({}, RateLimitModule.forFeature([unknown]))).rejects.toThrow(
      'The quota mail:sort is unknown: RATE_LIMIT_MAIL',
    );
  });
});
