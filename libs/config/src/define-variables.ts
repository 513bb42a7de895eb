import { type ValueOf, type Variable } from './variable-definition';

/**
 * Every table of variables: the general one, and those of features, which add theirs by
 * `declare module '@tributary/config'`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- each table is added where it is declared
export interface VariableTables {}

type AllOf<Union> = (Union extends unknown ? (table: Union) => void : never) extends (
  table: infer Intersection,
) => void
  ? Intersection
  : never;

type Variables = AllOf<VariableTables[keyof VariableTables]>;

/** The name of a variable that Tributary reads. */
export type VariableName = keyof Variables;

/** The checked environment: every variable with its type. */
export type Environment = {
  readonly [Name in keyof Variables]: ValueOf<Variables[Name]>;
};

const declared: Record<string, Variable<unknown>> = {};

/** Every variable of the tables that are loaded, in the order in which they were declared. */
export const variables: Readonly<Record<string, Variable<unknown>>> = declared;

/**
 * Declares the environment variables of a feature: the type, the check at boot and the documentation
 * follow. A name that exists already ends the process at its start.
 */
export function defineVariables<Table extends Readonly<Record<string, Variable<unknown>>>>(
  table: Table,
): Table {
  for (const [name, variable] of Object.entries(table)) {
    if (Object.hasOwn(declared, name)) {
      throw new Error(`The variable ${name} is declared twice. Rename one of them.`);
    }
    declared[name] = variable;
  }
  return table;
}
