export { measureRequests } from './measure-requests';
export { MetricsService } from './metrics.service';
export { OperationsApiModule } from './operations-api.module';
export { OperationsModule } from './operations.module';
export { QueueBoardModule } from './queue-board.module';
