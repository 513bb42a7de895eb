import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { type HealthProbe } from '@tributary/common';
import { HealthController } from './health.controller';
import { HealthProbes, HealthService } from './health.service';
import { LedgerMetrics } from './ledger-metrics.service';
import { MessageMetrics } from './message-metrics.service';
import { MetricsController } from './metrics.controller';
import { MetricsService } from './metrics.service';

/** Health and metrics of every process, whatever its role. */
@Module({})
export class OperationsModule {
  static forProbes(probes: Type<HealthProbe>[]): DynamicModule {
    return {
      module: OperationsModule,
      global: true,
      controllers: [HealthController, MetricsController],
      providers: [
        ...probes,
        {
          provide: HealthProbes,
          inject: probes,
          useFactory: (...list: HealthProbe[]) => new HealthProbes(list),
        },
        HealthService,
        MetricsService,
        LedgerMetrics,
        MessageMetrics,
      ],
      exports: [MetricsService],
    };
  }
}
