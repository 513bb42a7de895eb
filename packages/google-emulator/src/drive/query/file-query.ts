import { type FileStore } from '../../files/file-store';
import { invalidValue } from '../drive-errors';
import { COLLECTIONS, COMPARISONS, type FileTest } from './terms';
import { type Token, tokens } from './tokens';

// Nobody writes deeper brackets by hand; a deeper query only tries the stack.
const MAX_DEPTH = 50;
const OPERATORS = new Set(['=', '!=', '<', '<=', '>', '>=', 'contains']);
/** Fields whose value is the word true or false and not a quoted text. */
const FLAGS = new Set(['trashed', 'starred', 'sharedWithMe']);

/** Reads the parameter `q` of files.list; an empty one means every file. */
export function parseFileQuery(files: FileStore, query: string): FileTest {
  if (query.trim() === '') return () => true;
  const found = tokens(query);
  const test = found && new QueryParser(files, found).parse();
  if (!test) throw invalidValue('q');
  return test;
}

/** Every method gives undefined where the query is none, which ends the whole of it. */
class QueryParser {
  private position = 0;

  constructor(
    private readonly files: FileStore,
    private readonly found: readonly Token[],
  ) {}

  parse(): FileTest | undefined {
    const test = this.either(0);
    return this.position === this.found.length ? test : undefined;
  }

  private either(depth: number): FileTest | undefined {
    let test = this.both(depth);
    while (test && this.take('word', 'or')) {
      const [one, other] = [test, this.both(depth)];
      test = other && ((file, email) => one(file, email) || other(file, email));
    }
    return test;
  }

  private both(depth: number): FileTest | undefined {
    let test = this.factor(depth);
    while (test && this.take('word', 'and')) {
      const [one, other] = [test, this.factor(depth)];
      test = other && ((file, email) => one(file, email) && other(file, email));
    }
    return test;
  }

  private factor(depth: number): FileTest | undefined {
    if (depth > MAX_DEPTH) return undefined;
    if (this.take('word', 'not')) {
      const test = this.factor(depth + 1);
      return test && ((file, email) => !test(file, email));
    }
    if (this.take('sign', '(')) {
      const test = this.either(depth + 1);
      return this.take('sign', ')') ? test : undefined;
    }
    return this.term();
  }

  private term(): FileTest | undefined {
    const first = this.next();
    if (first?.kind === 'text') {
      const field = this.take('word', 'in') ? this.next() : undefined;
      if (field?.kind !== 'word' || !Object.hasOwn(COLLECTIONS, field.value)) return undefined;
      return COLLECTIONS[field.value]?.(first.value);
    }
    if (first?.kind !== 'word' || !Object.hasOwn(COMPARISONS, first.value)) return undefined;
    const compare = COMPARISONS[first.value];
    if (first.value === 'sharedWithMe' && !OPERATORS.has(this.found[this.position]?.value ?? '')) {
      return compare?.(this.files, '=', 'true');
    }
    const operator = this.next();
    const value = this.next();
    if (!operator || operator.kind === 'text' || !OPERATORS.has(operator.value)) return undefined;
    if (value?.kind !== (FLAGS.has(first.value) ? 'word' : 'text')) return undefined;
    return compare?.(this.files, operator.value, value.value);
  }

  private next(): Token | undefined {
    const token = this.found[this.position];
    this.position += 1;
    return token;
  }

  private take(kind: Token['kind'], value: string): boolean {
    const token = this.found[this.position];
    if (token?.kind !== kind || token.value !== value) return false;
    this.position += 1;
    return true;
  }
}
