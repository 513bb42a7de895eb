/** Terminal output of the scripts. */

let voice = process.stdout;
/** Lines that stay below all other output. */
let pinned = [];

/** Redirects all further output to another stream, where standard output is used for data. */
export function speakOn(stream) {
  voice = stream;
}

export function say(text = '') {
  voice.write(`${erasePinned()}${text}\n${shown(pinned)}`);
}

/** Replaces the pinned lines. For terminals only: see {@link width}. */
export function pin(lines) {
  voice.write(`${erasePinned()}${shown(lines)}`);
  pinned = lines;
}

/** Stops redrawing the pinned lines; they stay where they are. */
export function unpin() {
  pinned = [];
}

/** The number of columns; undefined if the output is not a terminal. */
export function width() {
  return voice.isTTY ? voice.columns : undefined;
}

function erasePinned() {
  return pinned.length > 0 ? `\x1b[${pinned.length}A\x1b[J` : '';
}

function shown(lines) {
  return lines.map((line) => `${line}\n`).join('');
}

/** Runs a step, and prints what it does and how long it took; steps may run in parallel. */
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

/** The time since a moment, such as `12.3 s`. */
export function since(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}

/** A failure that the user can fix; it is shown without a stack. */
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
