import { CommandError, unsupported } from '../errors';
import { compileElementMatch, locationError, type MatchOptions } from '../match';
import {
  type BsonValue,
  type Doc,
  describe,
  isNumber,
  isPlainObject,
  isTruthy,
  textScoreOf,
  typeName,
} from '../values';
import { parseSlice } from './slice';
import {
  addNode,
  type Branch,
  branchAt,
  newBranch,
  parseFieldPath,
  type ProjectionNode,
} from './tree';

/** Whether a projection lists what to keep or what to leave out. */
export type ProjectionMode = 'inclusion' | 'exclusion';

/** A projection that has been read and found consistent. */
export interface ParsedProjection {
  readonly root: Branch;
  readonly mode: ProjectionMode;
  /** The path, without its `.$`, that keeps only the element the filter matched. */
  readonly positionalPath?: string;
}

const POSITIONAL = '.$';
const INVALID_PIPELINE_OPERATOR = 168;
const KNOWN_METADATA = ['indexKey', 'recordId', 'sortKey', 'searchScore', 'searchHighlights'];

/** Reads a projection's specification as find takes it. */
export function parseProjection(spec: Doc, options: MatchOptions): ParsedProjection {
  return new ProjectionParser(options).parse(spec);
}

class ProjectionParser {
  private readonly root = newBranch();
  private mode: ProjectionMode | undefined;
  private positionalPath: string | undefined;
  private hasSlice = false;
  private hasElementMatch = false;
  private isIdIncluded = false;

  constructor(private readonly options: MatchOptions) {}

  parse(spec: Doc): ParsedProjection {
    for (const field of Object.keys(spec)) {
      this.parseElement(this.root, '', field, spec[field]);
    }
    const mode = this.mode ?? this.defaultMode();
    if (mode === 'inclusion' && !this.root.children.has('_id')) {
      this.root.children.set('_id', { kind: 'include' });
    }
    if (mode === 'exclusion' && this.isIdIncluded) {
      this.root.children.delete('_id');
    }
    const { root, positionalPath } = this;
    return { root, mode, ...(positionalPath === undefined ? {} : { positionalPath }) };
  }

  /** The mode of a projection that names no field but `_id` and the special operators. */
  private defaultMode(): ProjectionMode {
    if (this.hasSlice) {
      return this.isIdIncluded ? 'inclusion' : 'exclusion';
    }
    if (this.hasElementMatch) {
      return 'inclusion';
    }
    return this.isIdIncluded ? 'inclusion' : 'exclusion';
  }

  private parseElement(parent: Branch, prefix: string, field: string, value: BsonValue): void {
    const isPositional = field.endsWith(POSITIONAL);
    if (field.includes('.$.')) {
      throw locationError(
        31394,
        "As of 4.4, it's illegal to specify positional operator in the middle of a path." +
          'Positional projection may only be used at the end, for example: a.b.$. If the query ' +
          'previously used a form like a.b.$.d, remove the parts following the ' +
          "'$' and the results will be equivalent.",
      );
    }
    if (isPlainObject(value)) {
      if (isPositional) {
        throw locationError(
          31271,
          'positional projection cannot be used with an expression or sub object',
        );
      }
      this.parseObject(parent, prefix, field, value);
    } else if (typeof value === 'boolean' || isNumber(value)) {
      this.parseFlag(parent, prefix, field, isTruthy(value));
    } else {
      if (isPositional) {
        throw locationError(31308, 'positional projection cannot be used with a literal');
      }
      this.parseLiteral(parent, field, value);
    }
  }

  private parseFlag(parent: Branch, prefix: string, field: string, isIncluded: boolean): void {
    const isId = field === '_id' && parent === this.root;
    if (field.endsWith(POSITIONAL)) {
      if (!isIncluded) {
        throw locationError(31395, 'positional projection cannot be used with exclusion');
      }
      this.addPositional(parent, prefix, field);
    } else {
      addNode(parent, field, { kind: isIncluded ? 'include' : 'exclude' });
    }
    if (isId) {
      this.isIdIncluded = isIncluded;
      return;
    }
    const mode = isIncluded ? 'inclusion' : 'exclusion';
    if (this.mode !== undefined && this.mode !== mode) {
      throw locationError(
        isIncluded ? 31253 : 31254,
        `Cannot do ${mode} on field ${field} in ${this.mode} projection`,
      );
    }
    this.mode = mode;
  }

  private addPositional(parent: Branch, prefix: string, field: string): void {
    if (this.positionalPath !== undefined) {
      throw locationError(31276, 'Cannot specify more than one positional projection per query.');
    }
    if (this.hasElementMatch) {
      throw locationError(31256, 'Cannot specify positional operator and $elemMatch.');
    }
    const path = field.slice(0, -POSITIONAL.length);
    if (path === '') {
      throw locationError(5392900, `Projection on field ${field} is invalid`);
    }
    addNode(parent, path, { kind: 'positional' });
    this.positionalPath = prefix + path;
  }

  private parseObject(parent: Branch, prefix: string, field: string, object: Doc): void {
    const names = Object.keys(object);
    const [first] = names;
    if (first === undefined) {
      throw locationError(51270, `Invalid empty sub-projection: ${field}`);
    }
    if (names.length === 1 && first.startsWith('$')) {
      addNode(parent, field, this.parseOperator(parent, field, first, object));
      return;
    }
    const branch = branchAt(parent, field);
    for (const name of names) {
      this.parseElement(branch, `${prefix}${field}.`, name, object[name]);
    }
  }

  private parseOperator(
    parent: Branch,
    field: string,
    operator: string,
    object: Doc,
  ): ProjectionNode {
    const argument = object[operator];
    switch (operator) {
      case '$slice':
        return this.parseSlice(argument, object);
      case '$elemMatch':
        return this.parseElementMatch(parent, field, argument);
      case '$meta':
        return parseMeta(argument);
      default:
        return this.parseExpression(object);
    }
  }

  /** `$slice` is first read as find's operator, and else as the aggregation expression. */
  private parseSlice(argument: BsonValue, object: Doc): ProjectionNode {
    const isExpression =
      Array.isArray(argument) && !(argument.length === 2 && argument.every(isNumber));
    if (isExpression && this.options.compileExpression !== undefined) {
      return this.parseExpression(object);
    }
    const slice = parseSlice(argument);
    this.hasSlice = true;
    return slice;
  }

  private parseElementMatch(parent: Branch, field: string, argument: BsonValue): ProjectionNode {
    if (!isPlainObject(argument)) {
      throw locationError(
        31274,
        `elemMatch: Invalid argument, object required, but got ${typeName(argument)}`,
      );
    }
    if (this.positionalPath !== undefined) {
      throw locationError(31255, 'Cannot specify positional operator and $elemMatch.');
    }
    if (parent !== this.root || parseFieldPath(field).length > 1) {
      throw locationError(31275, 'Cannot use $elemMatch projection on a nested field.');
    }
    this.hasElementMatch = true;
    return { kind: 'element', test: compileElementMatch(argument, this.options) };
  }

  private parseExpression(expression: Doc): ProjectionNode {
    if (this.mode === 'exclusion') {
      throw locationError(31252, 'Cannot use expression other than $meta in exclusion projection');
    }
    this.mode = 'inclusion';
    try {
      return this.computed(expression);
    } catch (error) {
      throw asUnknownExpression(error, Object.keys(expression)[0] ?? '');
    }
  }

  private parseLiteral(parent: Branch, field: string, value: BsonValue): void {
    if (this.mode === 'exclusion') {
      throw locationError(
        31310,
        `Cannot use an expression ${field}: ${describe(value)} in an exclusion projection`,
      );
    }
    addNode(parent, field, this.computed(value));
    this.mode = 'inclusion';
  }

  private computed(expression: BsonValue): ProjectionNode {
    const { compileExpression, variables } = this.options;
    if (compileExpression === undefined) {
      throw unsupported('a computed field in this projection');
    }
    return { kind: 'computed', evaluate: compileExpression(expression, variables) };
  }
}

/** Find has a code of its own for an operator that no expression has. */
function asUnknownExpression(error: unknown, operator: string): unknown {
  const isUnknown =
    error instanceof CommandError &&
    error.code === INVALID_PIPELINE_OPERATOR &&
    error.message.includes(`'${operator}'`);
  return isUnknown ? locationError(31325, `Unknown expression ${operator}`) : error;
}

function parseMeta(argument: BsonValue): ProjectionNode {
  if (argument === 'textScore') {
    return { kind: 'computed', evaluate: scoreOf };
  }
  if (typeof argument === 'string' && KNOWN_METADATA.includes(argument)) {
    throw unsupported(`$meta: "${argument}"`);
  }
  throw locationError(17308, `Unsupported argument to $meta: ${describe(argument)}`);
}

function scoreOf(doc: Doc): BsonValue {
  const score = textScoreOf(doc);
  if (score === undefined) {
    throw locationError(40218, 'query requires text score metadata, but it is not available');
  }
  return score;
}
