// Compiles to dist/ when a source changed; the tests of whole processes run what is there.
import { build } from './lib/prepare.mjs';
import { runScript } from './lib/say.mjs';

await runScript(build);
