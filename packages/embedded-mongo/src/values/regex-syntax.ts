/** A pattern in JavaScript's syntax and the flags it needs. */
export interface TranslatedPattern {
  readonly pattern: string;
  readonly flags: string;
}

const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alpha: 'a-zA-Z',
  digit: '0-9',
  alnum: 'a-zA-Z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`{-~',
  xdigit: '0-9A-Fa-f',
  word: '\\w',
  cntrl: '\\x00-\\x1f\\x7f',
  print: '\\x20-\\x7e',
  graph: '\\x21-\\x7e',
};

/** Escapes of PCRE that JavaScript does not have, outside of a character class. */
const ESCAPES: Readonly<Record<string, string>> = {
  A: '(?<![\\s\\S])',
  z: '(?![\\s\\S])',
  Z: '(?=\\n?(?![\\s\\S]))',
  h: '[ \\t]',
  H: '[^ \\t]',
  R: '(?:\\r\\n|[\\n\\r\\f\\x0b])',
  a: '\\x07',
  e: '\\x1b',
};

/** Letters after a backslash that mean the same in both languages. */
const SHARED_ESCAPES = /[bBcdDfknpPrsStuvwWx0-9^$\\.*+?()[\]{}|/]/;

/** Rewrites a pattern of PCRE, which MongoDB uses, as one of JavaScript. */
export function translatePattern(source: string, options: string): TranslatedPattern {
  return new PatternTranslator(source, options).translate();
}

class PatternTranslator {
  private readonly flags: Set<string>;
  private position = 0;
  private output = '';

  constructor(
    private readonly source: string,
    options: string,
  ) {
    this.flags = new Set(options);
  }

  translate(): TranslatedPattern {
    this.readLeadingFlags();
    while (this.position < this.source.length) this.translateNext();
    return {
      pattern: this.output,
      flags: ['i', 'm', 's'].filter((flag) => this.flags.has(flag)).join(''),
    };
  }

  /** `(?i)` at the very start counts for the whole pattern; `(*UTF8)` and the like say nothing new. */
  private readLeadingFlags(): void {
    for (;;) {
      const rest = this.source.slice(this.position);
      const group = /^\(\?([imsxu]+)\)|^\(\*[A-Z0-9_]+\)/.exec(rest);
      if (group === null) return;
      for (const flag of group[1] ?? '') this.flags.add(flag);
      this.position += group[0].length;
    }
  }

  private translateNext(): void {
    const character = this.source[this.position] as string;
    switch (character) {
      case '\\':
        return this.translateEscape();
      case '[':
        return this.translateClass();
      case '(':
        return this.translateGroup();
      case '.':
        return this.replace(1, this.flags.has('s') ? '.' : '[^\\n]');
      case '$':
        // Without `m`, PCRE's dollar also stands before a newline at the very end.
        return this.replace(1, this.flags.has('m') ? '$' : '(?=\\n?$)');
      default:
        return this.flags.has('x') ? this.translateExtended(character) : this.copy(1);
    }
  }

  private translateExtended(character: string): void {
    if (/\s/.test(character)) return this.replace(1, '');
    if (character !== '#') return this.copy(1);
    const newline = this.source.indexOf('\n', this.position);
    this.position = newline < 0 ? this.source.length : newline + 1;
  }

  private translateEscape(): void {
    const next = this.source[this.position + 1];
    if (next === undefined) return this.copy(1);
    if (next === 'Q') return this.translateQuotation();
    if (Object.hasOwn(ESCAPES, next)) return this.replace(2, ESCAPES[next] as string);
    if (next === 'x' && this.source[this.position + 2] === '{') return this.translateCodePoint();
    if (next === 'p' || next === 'P') return this.translateProperty();
    if (SHARED_ESCAPES.test(next)) return this.copy(2);
    // An escape that is not needed: JavaScript's `u` mode refuses it.
    this.replace(2, next);
  }

  /** `\Q...\E`: everything between is literal. */
  private translateQuotation(): void {
    const start = this.position + 2;
    const end = this.source.indexOf('\\E', start);
    const literal = this.source.slice(start, end < 0 ? undefined : end);
    this.output += literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    this.position = end < 0 ? this.source.length : end + 2;
  }

  /** `\x{1F600}` */
  private translateCodePoint(): void {
    const code = /^\\x\{([0-9a-fA-F]{1,6})\}/.exec(this.source.slice(this.position));
    if (code === null) return this.copy(2);
    this.replace(code[0].length, `\\u{${code[1] as string}}`);
  }

  /** `\pL`, `\p{Lu}` and `\p{Greek}`; JavaScript wants a script to be called one. */
  private translateProperty(): void {
    const property = /^\\([pP])(?:\{(\w+)\}|([A-Z]))/.exec(this.source.slice(this.position));
    if (property === null) return this.copy(2);
    const name = property[2] ?? property[3] ?? '';
    const escape = `\\${property[1] as string}`;
    this.replace(property[0].length, `${escape}{${name.length > 2 ? 'Script=' : ''}${name}}`);
  }

  private translateGroup(): void {
    const rest = this.source.slice(this.position);
    const comment = /^\(\?#[^)]*\)/.exec(rest);
    if (comment !== null) return this.replace(comment[0].length, '');
    const backReference = /^\(\?P=(\w+)\)/.exec(rest);
    if (backReference !== null)
      return this.replace(backReference[0].length, `\\k<${backReference[1] as string}>`);
    const named = /^\(\?(?:P<(\w+)>|'(\w+)')/.exec(rest);
    if (named !== null) return this.replace(named[0].length, `(?<${named[1] ?? named[2] ?? ''}>`);
    this.copy(1);
  }

  /** `[...]` with POSIX classes; a `]` right after the start is a literal one. */
  private translateClass(): void {
    this.copy(this.source[this.position + 1] === '^' ? 2 : 1);
    if (this.source[this.position] === ']') this.replace(1, '\\]');
    while (this.position < this.source.length) {
      const character = this.source[this.position] as string;
      if (character === ']') return this.copy(1);
      if (character === '\\') this.translateClassEscape();
      else if (character === '[') this.translatePosixClass();
      else this.copy(1);
    }
  }

  private translateClassEscape(): void {
    const next = this.source[this.position + 1];
    if (next === undefined) return this.copy(1);
    if (next === 'h') return this.replace(2, ' \\t');
    if (next === 'x' && this.source[this.position + 2] === '{') return this.translateCodePoint();
    if (next === 'p' || next === 'P') return this.translateProperty();
    if (next === 'p' || next === 'P') return this.translateProperty();
    if (next === '-' || SHARED_ESCAPES.test(next)) return this.copy(2);
    this.replace(2, next);
  }

  private translatePosixClass(): void {
    const name = /^\[:(\w+):\]/.exec(this.source.slice(this.position));
    const characters = name === null ? undefined : POSIX_CLASSES[name[1] as string];
    if (name === null || characters === undefined) return this.replace(1, '\\[');
    this.replace(name[0].length, characters);
  }

  private copy(length: number): void {
    this.output += this.source.slice(this.position, this.position + length);
    this.position += length;
  }

  private replace(length: number, text: string): void {
    this.output += text;
    this.position += length;
  }
}
