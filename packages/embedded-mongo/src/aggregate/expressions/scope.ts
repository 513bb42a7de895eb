import { type BsonValue, type Doc, type StringComparator } from '../../values';

/** A compiled expression: the value it has for a document; `undefined` stands for "missing". */
export type Evaluate = (doc: Doc) => BsonValue;

/** Where the current value of a variable is kept; evaluation is nested, so one place is enough. */
export interface Cell {
  value: BsonValue;
}

/** Compiles the argument of one operator. */
export type OperatorCompiler = (argument: BsonValue, scope: Scope, name: string) => Evaluate;

/** A family of operators, by their names. */
export type OperatorTable = Readonly<Record<string, OperatorCompiler>>;

type Compiler = (expression: BsonValue, scope: Scope) => Evaluate;

/** What holds for a whole pipeline while its expressions are compiled. */
export interface ScopeSettings {
  readonly now: Date;
  /** Compares strings under the pipeline's collation; absent for the simple order. */
  readonly strings?: StringComparator | undefined;
}

/** The variables that an expression can see, and the way to compile a part of it. */
export class Scope {
  constructor(
    private readonly compiler: Compiler,
    readonly settings: ScopeSettings,
    private readonly cells: ReadonlyMap<string, Cell> = new Map(),
  ) {}

  /** Compiles an inner expression in this scope. */
  compile(expression: BsonValue): Evaluate {
    return this.compiler(expression, this);
  }

  /** The place of a user variable, or of a rebound CURRENT. */
  find(name: string): Cell | undefined {
    return this.cells.get(name);
  }

  /** A scope that sees one more variable, and the place to put its value. */
  with(name: string, value?: BsonValue): { scope: Scope; cell: Cell } {
    const cell: Cell = { value };
    const cells = new Map(this.cells).set(name, cell);
    return { scope: new Scope(this.compiler, this.settings, cells), cell };
  }
}

const constants = new WeakMap<Evaluate, Cell>();

/** An expression that has the same value for every document. */
export function constant(value: BsonValue): Evaluate {
  const evaluate: Evaluate = () => value;
  constants.set(evaluate, { value });
  return evaluate;
}

/** The value of an expression made by {@link constant}, in a box since the value may be missing. */
export function constantOf(evaluate: Evaluate): Cell | undefined {
  return constants.get(evaluate);
}
