/** What the scripts tell the person in front of the terminal. */

let voice = process.stdout;
/** Lines that stay below everything else that is said. */
let pinned = [];

/** Says everything from now on to another stream, where standard output is for something else. */
export function speakOn(stream) {
  voice = stream;
}

export function say(text = '') {
  voice.write(`${erasePinned()}${text}\n${shown(pinned)}`);
}

/** Shows lines in place of those that were pinned before. For terminals: see {@link width}. */
export function pin(lines) {
  voice.write(`${erasePinned()}${shown(lines)}`);
  pinned = lines;
}

/** Leaves the pinned lines where they are. */
export function unpin() {
  pinned = [];
}

/** How many columns there are, or undefined when nobody's terminal listens. */
export function width() {
  return voice.isTTY ? voice.columns : undefined;
}

function erasePinned() {
  return pinned.length > 0 ? `\x1b[${pinned.length}A\x1b[J` : '';
}

function shown(lines) {
  return lines.map((line) => `${line}\n`).join('');
}

/** Runs a step, and says what it does and how long it took; others may be under way beside it. */
export async function step(title, work) {
  const startedAt = Date.now();
  say(`• ${title}`);
  try {
    const result = await work();
    say(`✔ ${title}: ${since(startedAt)}`);
    return result;
  } catch (error) {
    say(`✘ ${title}: ${since(startedAt)}`);
    throw error;
  }
}

/** How long something took that began then, such as `12.3 s`. */
export function since(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
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
