/** What kind of trouble an error is; dashboards and dead letters group by it. */
export const ERROR_CATEGORIES = [
  'rate_limiting',
  'content',
  'network',
  'parsing',
  'media',
  'storage',
  'generic',
  'configuration',
] as const;

/** One of {@link ERROR_CATEGORIES}. */
export type ErrorCategory = (typeof ERROR_CATEGORIES)[number];

/** The properties of an error code. */
export interface ErrorDefinition {
  category: ErrorCategory;
  /** Whether the same work may succeed when it is done again later. Processors read this column. */
  retryable: boolean;
  /** The provider throttles us: waiting for that costs no attempt. */
  throttled?: true;
  /** The HTTP status. The exception filter reads this column. */
  status: number;
  /** The message when the code that failed gives no more specific one. */
  sentence: string;
}

/**
 * Every table of errors: the general one, and in a feature its own, which it adds by
 * `declare module '@tributary/contracts'`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- each table is added where it is declared
export interface ErrorTables {}

/** A code of one of the {@link ErrorTables}. */
export type ErrorCode = {
  [Table in keyof ErrorTables]: Extract<keyof ErrorTables[Table], string>;
}[keyof ErrorTables];

const definitions = new Map<string, Readonly<ErrorDefinition>>();
const codes: string[] = [];

/** All codes in alphabetical order. It is one array that grows with every table, also after a DTO has named it. */
export const ERROR_CODES = codes as readonly ErrorCode[];

/** Declares the errors of a feature or library; a code that exists already ends the process at its start. */
export function defineErrors<Code extends string>(
  table: Readonly<Record<Code, ErrorDefinition>>,
): Readonly<Record<Code, Readonly<ErrorDefinition>>> {
  for (const [code, definition] of Object.entries<ErrorDefinition>(table)) {
    if (definitions.has(code)) {
      throw new Error(`Two tables of errors declare ${code}. Rename one of them.`);
    }
    definitions.set(code, definition);
    codes.push(code);
  }
  codes.sort();
  return table;
}

/** What is known of a code. */
export function errorDefinition(code: ErrorCode): Readonly<ErrorDefinition> {
  const definition = definitions.get(code);
  if (!definition) throw new Error(`No table of errors that was loaded declares ${code}.`);
  return definition;
}
