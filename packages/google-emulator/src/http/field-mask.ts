import { ApiError } from './api-error';
import { parseMaskNodes, type MaskNode } from './field-mask-parser';

/** The names that a mask may speak of; `true` is a field without fields, `'*'` any name. */
export type FieldSchema = { readonly [name: string]: FieldSchema | true };

const WILDCARD = '*';
const WHOLE: MaskNode = { whole: true, children: new Map() };

/** Which parts of an answer the caller wants: the parameter `fields`, parsed. */
export class FieldMask {
  /** The mask of a caller that did not ask for less. */
  static readonly EVERYTHING = new FieldMask(WHOLE);

  constructor(private readonly node: MaskNode) {}

  /** Whether all of the answer is wanted, be it by `*` or because nothing was said. */
  get isEverything(): boolean {
    return this.node.whole || this.node.children.get(WILDCARD)?.whole === true;
  }

  /** The part of a JSON value that is wanted; lists are picked from entry by entry. */
  apply(value: unknown): unknown {
    if (this.isEverything) return value;
    if (Array.isArray(value)) {
      return value.map((entry) => this.apply(entry)).filter((entry) => entry !== undefined);
    }
    if (typeof value !== 'object' || value === null) return undefined;
    const picked: [string, unknown][] = [];
    for (const [name, member] of Object.entries(value)) {
      const part = this.child(name)?.apply(member);
      if (part !== undefined) picked.push([name, part]);
    }
    return Object.fromEntries(picked);
  }

  /** The mask for what stands under a name; undefined when nothing of it is wanted. */
  child(name: string): FieldMask | undefined {
    if (this.node.whole) return FieldMask.EVERYTHING;
    const nodes = [name, WILDCARD].flatMap((key) => this.node.children.get(key) ?? []);
    if (nodes.length === 0) return undefined;
    return new FieldMask(nodes.reduce(merge));
  }

  /** Whether anything at or under a path such as `sheets.data` is wanted by names, not by a `*`. */
  selectsByName(path: string): boolean {
    if (this.node.whole) return false;
    const named = path
      .split('.')
      .reduce<FieldMask | undefined>((mask, name) => mask?.named(name), this);
    return named !== undefined;
  }

  /** The first path of the mask that a schema does not have. */
  unknownPath(schema: FieldSchema): string | undefined {
    return unknownPath(this.node, schema, '');
  }

  private named(name: string): FieldMask | undefined {
    if (this.node.whole) return FieldMask.EVERYTHING;
    const node = this.node.children.get(name);
    return node && new FieldMask(node);
  }
}

/** Reads the parameter `fields`; an empty text asks for everything, as Google takes it. */
export function parseFieldMask(text: string): FieldMask {
  if (text === '') return FieldMask.EVERYTHING;
  const node = parseMaskNodes(text);
  if (!node) throw unknownFields(text);
  return new FieldMask(node);
}

/** Refuses a mask with a name that is not in the schema, as Sheets does. */
export function assertKnownFields(mask: FieldMask, schema: FieldSchema): void {
  const path = mask.unknownPath(schema);
  if (path !== undefined) throw unknownFields(path);
}

function unknownFields(path: string): ApiError {
  return new ApiError(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.', {
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [
          {
            field: path,
            description: `Error expanding 'fields' parameter. Cannot find matching fields for path '${path}'.`,
          },
        ],
      },
    ],
  });
}

function merge(one: MaskNode, other: MaskNode): MaskNode {
  if (one.whole || other.whole) return WHOLE;
  const children = new Map(one.children);
  for (const [name, node] of other.children) {
    const known = children.get(name);
    children.set(name, known ? merge(known, node) : node);
  }
  return { whole: false, children };
}

function unknownPath(
  node: MaskNode,
  schema: FieldSchema | true,
  prefix: string,
): string | undefined {
  for (const [name, child] of node.children) {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const unknowns = schemasUnder(schema, name).map((below) => unknownPath(child, below, path));
    // Behind a wildcard it is enough that one of the fields has the rest of the path.
    if (!unknowns.includes(undefined)) return unknowns[0] ?? path;
  }
  return undefined;
}

function schemasUnder(schema: FieldSchema | true, name: string): (FieldSchema | true)[] {
  if (schema === true) return [];
  if (name === WILDCARD) return Object.values(schema);
  const known = Object.hasOwn(schema, name) ? schema[name] : schema[WILDCARD];
  return known === undefined ? [] : [known];
}
