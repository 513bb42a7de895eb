import { type HttpResponse } from '../http/send-request';
import { parsedJson, retryAfterOf } from '../http/read-answer';

/** The parsed error response of a Google API. */
export interface GoogleFailure {
  readonly status: number;
  /** Such as `INVALID_ARGUMENT`; empty where the API gives none. */
  readonly canonical: string;
  readonly message: string;
  /** Reasons of `errors[]` and of the ErrorInfo in `details`. */
  readonly reasons: readonly string[];
  /** The metadata of the ErrorInfo: the quota that was exceeded, the service that is disabled. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The invalid parameters, such as `page_token`, if the API names them. */
  readonly fields: readonly string[];
  /** Whether the response was JSON; gateways send HTML. */
  readonly isJson: boolean;
  readonly retryAfterSeconds: number | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads an error response. Every field is optional: `status`, `errors` and `details` differ between
 * the APIs and over the years, and the whole may be a page of HTML.
 */
export function readFailure({ status, headers, text }: HttpResponse): GoogleFailure {
  const error = objectAt(parsedJson(text), 'error');
  const details = listAt(error, 'details');
  const info = details.find((detail) => textAt(detail, '@type').endsWith('ErrorInfo'));
  const reasons = [...listAt(error, 'errors'), ...details].map((entry) => textAt(entry, 'reason'));
  const faults = details.flatMap((detail) => [
    ...listAt(detail, 'fieldViolations'),
    ...listAt(detail, 'errorDetails'),
  ]);
  return {
    status,
    canonical: textAt(error, 'status'),
    message: textAt(error, 'message'),
    reasons: reasons.filter((reason) => reason !== ''),
    metadata: textsOf(objectAt(info, 'metadata')),
    fields: faults.map((fault) => textAt(fault, 'field')).filter((field) => field !== ''),
    isJson: error !== undefined,
    retryAfterSeconds: retryAfterOf(headers),
  };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectAt(value: unknown, key: string): Json | undefined {
  const found = isObject(value) ? value[key] : undefined;
  return isObject(found) ? found : undefined;
}

function listAt(value: unknown, key: string): readonly Json[] {
  const found = isObject(value) ? value[key] : undefined;
  return Array.isArray(found) ? found.filter(isObject) : [];
}

function textAt(value: unknown, key: string): string {
  const found = isObject(value) ? value[key] : undefined;
  return typeof found === 'string' ? found : '';
}

function textsOf(value: Json | undefined): Record<string, string> {
  const entries = Object.entries(value ?? {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
