/** What the scripts tell the person in front of the terminal. */

let voice = process.stdout;

/** Says everything from now on to another stream, where standard output is for something else. */
export function speakOn(stream) {
  voice = stream;
}

export function say(text = '') {
  voice.write(`${text}\n`);
}

/** Runs a step, and says what it does and how long it took. */
export async function step(title, work) {
  const startedAt = Date.now();
  say(`• ${title}`);
  const result = await work();
  say(`  done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

/** A failure that the person can mend; it is shown without a stack. */
export class Trouble extends Error {}

/** Runs a script's main function and turns its failure into an exit code. */
export async function runScript(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    process.stderr.write(`\n${error instanceof Trouble ? error.message : error.stack}\n`);
    process.exitCode = 1;
  }
}
