/** A step of a mask: all that is there, or some names. */
export interface MaskNode {
  readonly whole: boolean;
  readonly children: ReadonlyMap<string, MaskNode>;
}

interface GrowingNode {
  whole: boolean;
  children: Map<string, GrowingNode>;
}

// No answer of Google is nearly as deep; a deeper mask only tries the stack.
const MAX_DEPTH = 64;
const NAME = /[^.,/()]+/y;

/** The tree of names in a mask such as `a/b,c(d,e.f)`; undefined when it is none. */
export function parseMaskNodes(text: string): MaskNode | undefined {
  const parser = new Parser(text);
  const root = grow();
  return parser.list(root, 0) && parser.atEnd ? root : undefined;
}

function grow(): GrowingNode {
  return { whole: false, children: new Map() };
}

class Parser {
  private position = 0;

  constructor(private readonly text: string) {}

  get atEnd(): boolean {
    return this.position === this.text.length;
  }

  /** `path[(list)]`, separated by commas, of which one may stand at the end. */
  list(parent: GrowingNode, depth: number): boolean {
    do {
      if (!this.item(parent, depth)) return false;
    } while (this.take(',') && !this.atEnd && this.text[this.position] !== ')');
    return true;
  }

  private item(parent: GrowingNode, depth: number): boolean {
    let node = parent;
    let level = depth;
    do {
      const name = this.name();
      level += 1;
      if (name === undefined || level > MAX_DEPTH) return false;
      node = childOf(node, name);
    } while (this.take('.') || this.take('/'));
    if (!this.take('(')) {
      node.whole = true;
      return true;
    }
    return this.list(node, level) && this.take(')');
  }

  private name(): string | undefined {
    NAME.lastIndex = this.position;
    const name = NAME.exec(this.text)?.[0];
    this.position += name?.length ?? 0;
    return name;
  }

  private take(sign: string): boolean {
    if (this.text[this.position] !== sign) return false;
    this.position += 1;
    return true;
  }
}

function childOf(node: GrowingNode, name: string): GrowingNode {
  const child = node.children.get(name) ?? grow();
  node.children.set(name, child);
  return child;
}
