/** A value that JSON can represent. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonValue[]
  | { [key: string]: JsonValue };

/**
 * `T` as far as it survives JSON; what does not (dates, functions, undefined, big integers)
 * becomes `never`, so that a payload holding it does not compile.
 */
export type JsonCompatible<T> = T extends string | number | boolean | null
  ? T
  : T extends readonly (infer Item)[]
    ? readonly JsonCompatible<Item>[]
    : T extends bigint | symbol | undefined | Date | Map<unknown, unknown> | Set<unknown>
      ? never
      : T extends (...args: never[]) => unknown
        ? never
        : T extends object
          ? { [Key in keyof T]: JsonCompatible<T[Key]> }
          : never;
