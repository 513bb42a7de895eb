/**
 * For each rule, imports that break it and imports beside them that do not, written as
 * `file -> import` (`-type->` for a type-only one, `-dynamic->` for `import()`). What is imported is made up as well, except
 * a file called `nowhere`. Several broken lists for a rule are several ways to break it.
 */
export const EXAMPLES: Record<string, { broken: string[][]; fine: string[] }> = {
  'libs-never-import-the-application': {
    broken: [
      ['libs/mail/src/send.ts -> ../../../src/orders/orders.service'],
      ['libs/mail/src/send.spec.ts -> ../../../test/factories/order'],
      ['libs/mail/src/send.ts -> ../../../bench/http/load'],
      ['libs/mail/src/send.ts -> ../../../scripts/openapi'],
    ],
    fine: ['src/orders/orders.service.ts -> @tributary/mail'],
  },
  'contracts-import-nothing': {
    broken: [
      ['libs/contracts/src/queues.ts -> rxjs'],
      ['libs/contracts/src/queues.ts -> node:path'],
      ['libs/contracts/src/queues.ts -type-> @tributary/mail'],
    ],
    fine: [
      'libs/contracts/src/index.ts -> ./queues',
      'libs/contracts/src/queues.spec.ts -> node:path',
    ],
  },
  'libs-and-packages-only-by-alias': {
    broken: [
      ['packages/emulator/src/serve.ts -> ../../../libs/mail/src/index'],
      ['packages/emulator/src/serve.ts -> ../../disk/src/index'],
      ['bench/orders/index.ts -> ../../packages/emulator/src/deep'],
      ['scripts/lib/orders.mjs -dynamic-> ../../packages/emulator/src/deep'],
      ['libs/mail/src/send.ts -> ../../clock/src/index'],
      ['libs/mail/src/send.ts -> ../../clock/src/deep'],
      ['src/orders/orders.service.ts -> ../../libs/mail/src/deep'],
      ['bench/orders/index.ts -> ../../libs/mail/src/index'],
    ],
    fine: [
      'libs/mail/src/send.ts -> @tributary/clock',
      'libs/mail/src/send.ts -> ./parts/deep',
      'packages/emulator/src/serve.ts -> @tributary/clock',
      'packages/emulator/src/serve.ts -> ./parts/deep',
      'bench/orders/index.ts -> @tributary/emulator',
    ],
  },
  'packages-never-import-the-application': {
    broken: [
      ['packages/emulator/src/serve.ts -> ../../../src/orders/orders.service'],
      ['packages/emulator/src/serve.ts -type-> ../../../src/orders/orders.service'],
      ['packages/emulator/src/serve.spec.ts -> ../../../test/factories/order'],
      ['packages/emulator/src/serve.ts -> ../../../bench/http/load'],
      ['packages/emulator/src/serve.ts -> ../../../scripts/openapi'],
    ],
    fine: ['packages/emulator/src/serve.ts -> @tributary/mail'],
  },
  'packages-only-from-backends': {
    broken: [
      ['src/main.ts -dynamic-> @tributary/emulator'],
      ['src/bootstrap/roles.ts -dynamic-> @tributary/emulator'],
      ['src/orders/orders.service.ts -> @tributary/emulator'],
      ['src/orders/orders.service.ts -type-> @tributary/emulator'],
      ['libs/mail/src/send.ts -dynamic-> @tributary/emulator'],
    ],
    fine: [
      'src/bootstrap/backends.ts -dynamic-> @tributary/emulator',
      'scripts/lib/orders.mjs -dynamic-> @tributary/emulator',
      'bench/orders/index.ts -> @tributary/emulator',
      'test/e2e/orders.spec.ts -> @tributary/emulator',
    ],
  },
  'packages-only-dynamically': {
    broken: [['src/bootstrap/backends.ts -> @tributary/emulator']],
    fine: [
      'src/bootstrap/backends.ts -dynamic-> @tributary/emulator',
      'src/bootstrap/backends.ts -type-> @tributary/disk',
    ],
  },
  'no-circular-imports': {
    broken: [
      [
        'src/orders/orders.service.ts -> ./totals.service',
        'src/orders/totals.service.ts -type-> ./orders.service',
      ],
      ['libs/mail/src/index.ts -> ./send', 'libs/mail/src/send.ts -> @tributary/mail'],
    ],
    fine: ['src/orders/orders.service.ts -> ./totals.service'],
  },
  'no-circles-between-features-or-libs': {
    broken: [
      [
        'src/orders/orders.service.ts -> ../reviews/index',
        'src/reviews/index.ts -> ./stars.service',
        'src/reviews/stars.service.ts -> ../orders/index',
        'src/orders/index.ts -> ./totals.service',
      ],
      [
        'libs/mail/src/send.ts -> @tributary/clock',
        'libs/clock/src/parts/alarm.ts -> @tributary/mail',
      ],
      [
        'packages/emulator/src/serve.ts -> @tributary/disk',
        'packages/disk/src/parts/sector.ts -> @tributary/emulator',
      ],
    ],
    fine: [
      'src/orders/orders.service.ts -> ../reviews/index',
      'src/orders/strategies/index.ts -> ../orders.errors',
      'src/orders/orders.module.ts -> ./strategies/index',
    ],
  },
  'entries-never-import-entries': {
    broken: [
      ['src/orders/orders.controller.ts -> ./totals.controller'],
      ['src/orders/orders.gateway.ts -> ./orders.processor'],
      ['src/orders/orders.consumer.ts -> ./orders.gateway'],
    ],
    fine: ['src/orders/orders.controller.ts -> ./orders.service'],
  },
  'entries-only-reach-services': {
    broken: [
      ['src/orders/orders.controller.ts -> ./orders.repository'],
      ['src/orders/orders.processor.ts -type-> ./schemas/order.schema'],
      ['src/orders/live/orders.gateway.ts -> ../strategies/index'],
    ],
    fine: [
      'src/orders/orders.controller.ts -> ./dto/order.dto',
      'src/orders/orders.processor.ts -> ./orders.service',
    ],
  },
  'services-never-import-entries': {
    broken: [
      ['src/orders/orders.service.ts -> ./orders.controller'],
      ['src/orders/orders.service.ts -> ./orders.gateway'],
    ],
    fine: [
      'src/orders/orders.service.ts -> ./totals.service',
      'src/orders/orders.service.ts -> ./orders.repository',
      'src/orders/orders.service.ts -> ./strategies/index',
    ],
  },
  'repositories-are-the-bottom': {
    broken: [
      ['src/orders/orders.repository.ts -> ./orders.service'],
      ['src/orders/orders.repository.ts -> ./totals.repository'],
      ['src/orders/orders.repository.ts -> ./strategies/weekly.strategy'],
    ],
    fine: [
      'src/orders/orders.repository.ts -> ./schemas/order.schema',
      'src/orders/mongo-orders.repository.ts -> ./orders.repository',
    ],
  },
  'strategies-are-the-bottom': {
    broken: [
      ['src/orders/strategies/weekly.strategy.ts -> ../orders.service'],
      ['src/orders/strategies/weekly.strategy.ts -> ../orders.repository'],
    ],
    fine: [
      'src/orders/strategies/weekly.strategy.ts -> ./period.strategy',
      'src/orders/strategies/weekly.strategy.spec.ts -> ../orders.service',
    ],
  },
  'dto-and-schemas-are-shapes': {
    broken: [
      ['src/orders/dto/order.dto.ts -type-> ../orders.service'],
      ['src/orders/dto/order.dto.ts -> ../orders.repository'],
      ['src/orders/schemas/order.schema.ts -> ../orders.module'],
    ],
    fine: ['src/orders/dto/order.dto.ts -type-> ../schemas/order.schema'],
  },
  'features-meet-at-their-index': {
    broken: [
      ['src/orders/orders.service.ts -> ../reviews/reviews.service'],
      ['src/orders/orders.service.ts -type-> ../reviews/dto/review.dto'],
      ['src/orders/orders.module.ts -> ../reviews/reviews.module'],
      ['src/app.module.ts -> ./orders/orders.module'],
      ['src/bootstrap/roles.ts -> ../orders/count-requests'],
    ],
    fine: [
      'src/orders/orders.service.ts -> ../reviews/index',
      'src/orders/totals/totals.service.ts -> ../orders.service',
      'src/orders/orders.service.spec.ts -> ../reviews/reviews.repository',
      'src/app.module.ts -> ./orders/index',
      'test/e2e/orders.spec.ts -> ../../src/orders/orders.service',
    ],
  },
  'an-index-is-for-others': {
    broken: [
      ['src/orders/orders.service.ts -> ./index'],
      ['src/orders/totals/totals.service.ts -> ../index'],
    ],
    fine: [
      'src/orders/index.ts -> ./orders.service',
      'src/reviews/reviews.service.ts -> ../orders/index',
    ],
  },
  'nothing-imports-the-composition': {
    broken: [
      ['src/orders/orders.service.ts -> ../app.module'],
      ['src/orders/orders.module.ts -> ../bootstrap/routes'],
      ['bench/orders/index.ts -> ../../src/main'],
    ],
    fine: [
      'src/main.ts -> ./bootstrap/roles',
      'src/bootstrap/roles.ts -> ../app.module',
      'src/bootstrap/roles.ts -> ../orders/index',
      'test/e2e/orders.spec.ts -> ../../src/app.module',
      'scripts/openapi.ts -> ../src/app.module',
    ],
  },
  'mongoose-only-in-repositories': {
    broken: [
      ['src/orders/orders.service.ts -type-> mongoose'],
      ['src/orders/orders.controller.ts -> @nestjs/mongoose'],
      ['libs/mail/src/send.ts -> mongodb'],
      ['packages/emulator/src/serve.ts -> mongodb'],
    ],
    fine: [
      'src/orders/orders.repository.ts -> mongoose',
      'src/orders/schemas/order.ts -> @nestjs/mongoose',
      'src/orders/orders.module.ts -> @nestjs/mongoose',
      'src/orders/orders.service.spec.ts -> mongoose',
      'libs/pipeline/src/ledger.ts -> mongoose',
      'packages/embedded-mongo/src/server.ts -> mongodb',
    ],
  },
  'bull-only-in-processors': {
    broken: [
      ['src/orders/orders.service.ts -type-> bull'],
      ['libs/mail/src/send.ts -> @nestjs/bull'],
      ['packages/emulator/src/serve.ts -> bull'],
    ],
    fine: [
      'src/orders/orders.processor.ts -> @nestjs/bull',
      'src/orders/orders.module.ts -> @nestjs/bull',
      'libs/pipeline/src/dispatch.ts -> bull',
    ],
  },
  'kafka-only-behind-its-interface': {
    broken: [
      ['src/orders/orders.service.ts -dynamic-> kafkajs'],
      ['libs/kafka/src/relay.ts -type-> kafkajs'],
    ],
    fine: ['libs/kafka/src/kafkajs/session.ts -type-> kafkajs'],
  },
  'kafka-only-dynamically': {
    broken: [['libs/kafka/src/kafkajs/producer.ts -> kafkajs']],
    fine: ['libs/kafka/src/kafkajs/publisher.ts -dynamic-> kafkajs'],
  },
  'production-needs-only-dependencies': {
    broken: [
      ['src/orders/orders.service.ts -> for-tests-only'],
      ['libs/mail/src/send.ts -> in-no-list'],
      ['packages/emulator/src/serve.ts -> for-tests-only'],
      // In the list of the root, but not in that of the package.
      ['packages/emulator/src/serve.ts -> rxjs'],
    ],
    fine: [
      'src/orders/orders.service.ts -type-> for-tests-only',
      'src/orders/orders.service.spec.ts -> for-tests-only',
      'libs/mail/src/send.ts -> rxjs',
      'packages/emulator/src/serve.ts -> for-stand-ins',
      'packages/emulator/src/serve.spec.ts -> for-tests-only',
      'packages/emulator/src/http/testing/client.ts -> for-tests-only',
    ],
  },
  'production-never-imports-tests': {
    broken: [
      ['src/orders/orders.service.ts -> ./orders.service.spec'],
      ['src/orders/orders.service.ts -> ../../test/factories/order'],
      ['libs/mail/src/send.ts -> ./send.spec'],
      ['libs/mail/src/send.ts -> ./testing/mailbox'],
      ['packages/emulator/src/serve.ts -> ./serve.spec'],
      ['packages/emulator/src/serve.ts -> ./http/testing/client'],
    ],
    fine: ['src/orders/orders.service.spec.ts -> ../../test/factories/order'],
  },
  'every-import-resolves': {
    broken: [
      ['src/orders/orders.service.ts -> ./nowhere'],
      ['scripts/lib/orders.mjs -> ./nowhere.mjs'],
    ],
    fine: ['scripts/orders.mjs -> ./lib/prepare.mjs', 'scripts/orders.mjs -> node:fs'],
  },
};
