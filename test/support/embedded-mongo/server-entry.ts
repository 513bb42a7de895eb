import { join } from 'node:path';

/** The compiled program behind `npm run embedded-mongo`. */
export const SERVER_ENTRY = join(
  __dirname,
  '../../../dist/packages/embedded-mongo/src/main-process.js',
);
