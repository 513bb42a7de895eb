import { Module } from '@nestjs/common';
import { DeadLetterGroupController } from './dead-letter-group.controller';
import { DeadLetterOperationsController } from './dead-letter-operations.controller';
import { DeadLetterOperationsService } from './dead-letter-operations.service';
import { KindOperationsController } from './kind-operations.controller';
import { KindOperationsService } from './kind-operations.service';
import { MessageOperationsController } from './message-operations.controller';
import { MessageOperationsService } from './message-operations.service';
import { QuotaController } from './quota.controller';
import { RunOperationsController } from './run-operations.controller';
import { RunOperationsService } from './run-operations.service';

/** The pipeline as admins see and control it. */
@Module({
  controllers: [
    RunOperationsController,
    KindOperationsController,
    // Before the dead letters, whose routes would take `groups` for an id.
    DeadLetterGroupController,
    DeadLetterOperationsController,
    QuotaController,
    MessageOperationsController,
  ],
  providers: [
    RunOperationsService,
    KindOperationsService,
    DeadLetterOperationsService,
    MessageOperationsService,
  ],
})
export class OperationsApiModule {}
