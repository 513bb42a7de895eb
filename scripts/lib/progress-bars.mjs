import { pin, say, unpin, width } from './say.mjs';

const CELLS = 30;
const LINE_EVERY_MS = 5_000;

/** A progress bar per task, redrawn in place on a terminal; elsewhere a line every few seconds. */
export class ProgressBars {
  #works;
  #longest;
  #saidAt = Date.now();

  /** `works` are pairs of a task name and its total. */
  constructor(works) {
    this.#works = new Map(works.map(([name, total]) => [name, { done: 0, total }]));
    this.#longest = Math.max(...works.map(([name]) => name.length));
    this.#show();
  }

  /** Updates the progress of a task, and its total if that is known better now. */
  move(name, done, total) {
    const work = this.#works.get(name);
    Object.assign(work, { done, total: Math.max(done, total ?? work.total) });
    this.#show();
  }

  /** Marks a task as done. */
  end(name, done) {
    this.move(name, done, done);
  }

  /** Leaves the bars as they are; later output is below them. */
  leave() {
    unpin();
  }

  #show() {
    if (width()) this.#draw();
    else if (Date.now() - this.#saidAt >= LINE_EVERY_MS) this.#sayOneLine();
  }

  #draw() {
    const most = width() - 1;
    pin([...this.#works].map(([name, work]) => `  ${this.#bar(name, work)}`.slice(0, most)));
  }

  #bar(name, work) {
    const full = Math.floor(part(work) * CELLS);
    const bar = '█'.repeat(full) + '░'.repeat(CELLS - full);
    const rows = `${work.done.toLocaleString('en')} rows`;
    return `${name.padEnd(this.#longest)}  ${bar} ${percent(work).padStart(4)}  ${rows}`;
  }

  #sayOneLine() {
    this.#saidAt = Date.now();
    const parts = [...this.#works].map(([name, work]) => `${name} ${percent(work)}`);
    say(`  ${parts.join(', ')}`);
  }
}

function part({ done, total }) {
  return total > 0 ? done / total : 1;
}

function percent(work) {
  return `${Math.floor(part(work) * 100)}%`;
}
