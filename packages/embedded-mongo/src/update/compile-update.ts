import { badValue, failedToParse } from '../errors';
import { type MatchOptions } from '../match';
import { describe, type Doc, isPlainObject, typeName } from '../values';
import { dollarPrefixedField } from './failures';
import { ONLY_REMOVING_OPERATORS, UPDATE_OPERATORS } from './operators';
import { type Modifier } from './operators/modifier';
import { type ArrayFilters } from './types';
import { elementIdentifier, parseUpdatePath } from './update-path';
import { type BranchNode, UpdateTreeBuilder } from './update-tree';

/** An update with operators, checked and ready to be applied to any number of documents. */
export interface CompiledUpdate {
  readonly tree: BranchNode;
  /** The identifiers of `$[identifier]`, each with a path that has it. */
  readonly identifiers: ReadonlyMap<string, string>;
  /** A path that leads to `_id` or into it. */
  readonly idPath?: string;
}

const RESERVED: Modifier = { apply: () => undefined };

/** Parses an update with operators; throws where MongoDB refuses it whatever the document. */
export function compileUpdate(update: Doc, match: MatchOptions): CompiledUpdate {
  const tree = new UpdateTreeBuilder();
  const identifiers = new Map<string, string>();
  let idPath: string | undefined;

  const place = (path: string, modifier: Modifier) => {
    const components = parseUpdatePath(path);
    tree.add(components, modifier);
    for (const component of components) {
      const identifier = elementIdentifier(component);
      if (identifier) identifiers.set(identifier, path);
    }
    if (components[0] === '_id') idPath ??= path;
  };

  for (const [operator, fields] of Object.entries(update)) {
    const parse = UPDATE_OPERATORS.get(operator);
    if (parse === undefined)
      throw failedToParse(
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style ` +
          'update specified as an array',
      );
    if (!isPlainObject(fields))
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: ` +
          `{$mod: {<field>: ...}} not {${operator}: ${describe(fields)}}`,
      );
    for (const [path, argument] of Object.entries(fields)) {
      parseUpdatePath(path);
      const modifier = parse({ operator, path, argument, match });
      const { destination } = modifier;
      if (destination !== undefined) place(path, RESERVED);
      const target = destination ?? path;
      const isRefused = target.startsWith('$') && !ONLY_REMOVING_OPERATORS.has(operator);
      place(target, isRefused ? onlyOnInsert(target, modifier) : modifier);
    }
  }
  return { tree: tree.build(), identifiers, ...(idPath === undefined ? {} : { idPath }) };
}

/** Checks that identifiers in paths and array filters are the same ones. */
export function checkIdentifiers(
  update: Doc,
  { identifiers }: CompiledUpdate,
  arrayFilters: ArrayFilters,
): void {
  for (const [identifier, path] of identifiers)
    if (!arrayFilters.has(identifier))
      throw badValue(`No array filter found for identifier '${identifier}' in path '${path}'`);
  for (const identifier of arrayFilters.keys())
    if (!identifiers.has(identifier))
      throw failedToParse(
        `The array filter for identifier '${identifier}' was not used in the update ` +
          describe(update),
      );
}

/**
 * A name with a dollar at the top of the document: an upsert may insert it, as an insert may, but
 * no update may write it. MongoDB notices when it writes: an update without a match is accepted.
 */
function onlyOnInsert(path: string, modifier: Modifier): Modifier {
  const [field = ''] = path.split('.');
  return {
    apply(target, context) {
      if (!context.isInsert) throw dollarPrefixedField(field, field);
      modifier.apply(target, context);
    },
  };
}
