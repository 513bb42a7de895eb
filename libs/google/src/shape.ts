import { DomainError } from '@tributary/common';

/** An object of a response with unknown fields. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The error for a response that violates the API's contract: it must never be taken for an empty
 * one.
 */
export function unexpected(where: string, expected: string, got: unknown): DomainError {
  const kind = got === null ? 'null' : Array.isArray(got) ? 'an array' : typeof got;
  return new DomainError('INVALID_RESPONSE', {
    detail: `Google's answer has ${kind} instead of ${expected} at ${where}.`,
  });
}

/** A required object. */
export function expectObject(value: unknown, where: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw unexpected(where, 'an object', value);
}

/** An array; absent is empty, since Google leaves empty ones out. */
export function expectArray(value: unknown, where: string): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw unexpected(where, 'an array', value);
}

/** A required text. */
export function expectString(value: unknown, where: string): string {
  if (typeof value === 'string') return value;
  throw unexpected(where, 'a text', value);
}

/** A text that Google leaves out when it is empty. */
export function optionalString(value: unknown, where: string): string {
  return value === undefined ? '' : expectString(value, where);
}

/** A whole number; absent is 0, since Google leaves zeros out. */
export function expectCount(value: unknown, where: string): number {
  if (value === undefined) return 0;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw unexpected(where, 'a whole number', value);
}

/** A number that has to be there. */
export function expectNumber(value: unknown, where: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw unexpected(where, 'a number', value);
}

/** True or false; absent is false. */
export function expectBoolean(value: unknown, where: string): boolean {
  if (value === undefined) return false;
  if (typeof value === 'boolean') return value;
  throw unexpected(where, 'true or false', value);
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** An instant exactly as Google wrote it: a `Date` would truncate it to milliseconds. */
export function expectTimestamp(value: unknown, where: string): string {
  const text = expectString(value, where);
  if (!TIMESTAMP.test(text) || Number.isNaN(Date.parse(text))) {
    throw unexpected(where, 'a time such as 2026-01-31T12:00:00.123456Z', value);
  }
  return text;
}

/** An instant as Google writes it. */
export function expectInstant(value: unknown, where: string): Date {
  const moment = new Date(expectString(value, where));
  if (Number.isNaN(moment.getTime())) throw unexpected(where, 'a time', value);
  return moment;
}
