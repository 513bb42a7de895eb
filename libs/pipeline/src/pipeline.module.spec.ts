import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { QueueConnections } from './dispatch/queue-connections';
import { RunQueues } from './dispatch/run-queues';
import { defineRunKind } from './kinds/run-kind';
import { RunKindRegistry } from './kinds/run-kind-registry';
import { OnRunCompleted, RunCompletionListeners } from './outbox/run-completion-listeners';
import { PipelineModule, queueProviders } from './pipeline.module';

/** No such server: what is refused must be refused before anything connects. */
const OPTIONS = { redisUrl: 'redis://127.0.0.1:1', redisPrefix: 'test', works: false };

/** What `forRoot` has of kinds and queues, without the ledger. */
@Module({})
class Root {
  static global(): DynamicModule {
    return {
      module: Root,
      global: true,
      imports: [DiscoveryModule],
      providers: [...queueProviders(OPTIONS), RunCompletionListeners],
      exports: [QueueConnections, RunQueues, RunKindRegistry],
    };
  }
}

const boot = (...features: DynamicModule[]) =>
  Test.createTestingModule({ imports: [Root.global(), ...features] }).compile();

describe('kinds that features register', () => {
  const mails = PipelineModule.forFeature([defineRunKind('mail.send', { queue: 'mails' })]);

  it('keep the process from starting when two have one name', async () => {
    const other = PipelineModule.forFeature([defineRunKind('mail.send', { queue: 'letters' })]);
    await expect(boot(mails, other)).rejects.toThrow(
      'The kind of run mail.send is registered twice',
    );
  });

  it('keep the process from starting when two have one queue', async () => {
    const other = PipelineModule.forFeature([defineRunKind('mail.sort', { queue: 'mails' })]);
    await expect(boot(mails, other)).rejects.toThrow(
      'Two kinds of runs share the queue mails: mail.send, mail.sort',
    );
  });

  it('keep the process from starting when something listens to another one', async () => {
    @Injectable()
    @OnRunCompleted(defineRunKind('mail.sort', { queue: 'sorting' }))
    class SortingListener {
      ended(): void {}
    }
    const listening = { module: class Listening {}, providers: [SortingListener] };
    const app = await boot(listening);
    await expect(app.init()).rejects.toThrow(
      'SortingListener listens to ends of mail.sort, which no feature registered',
    );
  });
});
