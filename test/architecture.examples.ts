/**
 * For each rule, imports that break it and imports beside them that do not, written as
 * `file -> import` (`-type->` for a type-only one). What is imported is made up as well, except
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
  'libs-only-by-alias': {
    broken: [
      ['libs/mail/src/send.ts -> ../../clock/src/index'],
      ['libs/mail/src/send.ts -> ../../clock/src/deep'],
      ['src/orders/orders.service.ts -> ../../libs/mail/src/deep'],
      ['bench/orders/index.ts -> ../../libs/mail/src/index'],
    ],
    fine: ['libs/mail/src/send.ts -> @tributary/clock', 'libs/mail/src/send.ts -> ./parts/deep'],
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
    ],
    fine: [
      'src/orders/orders.repository.ts -> mongoose',
      'src/orders/schemas/order.ts -> @nestjs/mongoose',
      'src/orders/orders.module.ts -> @nestjs/mongoose',
      'src/orders/orders.service.spec.ts -> mongoose',
      'libs/pipeline/src/ledger.ts -> mongoose',
      'libs/embedded-mongo/src/server.ts -> mongodb',
    ],
  },
  'bull-only-in-processors': {
    broken: [
      ['src/orders/orders.service.ts -type-> bull'],
      ['libs/mail/src/send.ts -> @nestjs/bull'],
    ],
    fine: [
      'src/orders/orders.processor.ts -> @nestjs/bull',
      'src/orders/orders.module.ts -> @nestjs/bull',
      'libs/pipeline/src/dispatch.ts -> bull',
    ],
  },
  'production-needs-only-dependencies': {
    broken: [
      ['src/orders/orders.service.ts -> for-tests-only'],
      ['libs/mail/src/send.ts -> in-no-list'],
    ],
    fine: [
      'src/orders/orders.service.ts -type-> for-tests-only',
      'src/orders/orders.service.spec.ts -> for-tests-only',
      'libs/mail/src/send.ts -> rxjs',
    ],
  },
  'production-never-imports-tests': {
    broken: [
      ['src/orders/orders.service.ts -> ./orders.service.spec'],
      ['src/orders/orders.service.ts -> ../../test/factories/order'],
      ['libs/mail/src/send.ts -> ./send.spec'],
      ['libs/mail/src/send.ts -> ./testing/mailbox'],
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
