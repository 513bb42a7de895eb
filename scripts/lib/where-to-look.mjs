import { say } from './say.mjs';

/** Prints what to open and to try while everything is up. `orders` is a connection, if there is one. */
export function sayWhereToLook(url, { email, password, token }, orders) {
  const paths = [
    '/auth/me',
    ...(orders
      ? [
          '/sheet-connections',
          `${orders.path}/data?page_size=2`,
          `${orders.path}/runs`,
          `/analytics/${orders.id}/top/platform`,
        ]
      : []),
  ];
  say();
  say(`  Swagger UI    ${url}/docs`);
  say(`  OpenAPI       ${url}/openapi.json`);
  say(`  Health        ${url}/health/ready`);
  say(`  Metrics       ${url}/metrics`);
  say(`  Sample login  ${email} / ${password}`);
  say();
  say('  First requests, with a token:');
  say();
  say(`  TOKEN=${token}`);
  for (const path of paths) {
    say(`  curl -H "Authorization: Bearer $TOKEN" '${url}/api/v1${path}'`);
  }
}
