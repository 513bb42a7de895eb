import { benchmark as analytics } from './analytics';
import { benchmark as embeddedMongo } from './embedded-mongo';
import { benchmark as google } from './google';
import { type Benchmark } from './harness/benchmark';
import { benchmark as http } from './http';
import { benchmark as pipeline } from './pipeline';
import { benchmark as rateLimit } from './rate-limit';
import { benchmark as sync } from './sync';

/** Every benchmark; each is called like its folder. */
export const benchmarks: readonly Benchmark[] = [
  analytics,
  embeddedMongo,
  google,
  http,
  pipeline,
  rateLimit,
  sync,
];
