import { badValue } from '../errors';
import { emptyFieldName } from './failures';

/** The component of a path that stands for the array element the filter matched. */
export const POSITIONAL = '$';

const ARRAY_INDEX = /^\d+$/;
const MOST_REMEMBERED_PATHS = 10_000;

/** The same paths come with every statement of a bulk write. */
const parsedPaths = new Map<string, readonly string[]>();

/** Whether a path component can name an array element. */
export function isArrayIndex(component: string): boolean {
  return ARRAY_INDEX.test(component);
}

/**
 * The identifier in a component such as `$[item]`; the empty string for `$[]`, undefined for every
 * other component.
 */
export function elementIdentifier(component: string): string | undefined {
  return component.startsWith('$[') && component.endsWith(']') ? component.slice(2, -1) : undefined;
}

/** Whether a path changes its meaning with the document: it has a `$`, `$[]` or `$[identifier]`. */
export function isDynamicPath(components: readonly string[]): boolean {
  return components.some(
    (component) => component === POSITIONAL || elementIdentifier(component) !== undefined,
  );
}

/** Splits the path of an update and refuses the ones that no document can have. */
export function parseUpdatePath(path: string): readonly string[] {
  const known = parsedPaths.get(path);
  if (known !== undefined) return known;
  const components = splitUpdatePath(path);
  if (parsedPaths.size >= MOST_REMEMBERED_PATHS) parsedPaths.clear();
  parsedPaths.set(path, components);
  return components;
}

function splitUpdatePath(path: string): readonly string[] {
  if (path === '') throw emptyFieldName('An empty update path is not valid.');
  const components = path.split('.');
  if (components.includes(''))
    throw emptyFieldName(
      `The update path '${path}' contains an empty field name, which is not allowed.`,
    );
  if (components.filter((component) => component === POSITIONAL).length > 1)
    throw badValue(`Too many positional (i.e. '$') elements found in path '${path}'`);
  if (components[0] === POSITIONAL)
    throw badValue(
      `Cannot have positional (i.e. '$') element in the first position in path '${path}'`,
    );
  if (elementIdentifier(components[0] ?? '') !== undefined)
    throw badValue(
      `Cannot have array filter identifier (i.e. '$[<id>]') element in the first position in path '${path}'`,
    );
  return components;
}
