import { parseFieldMask } from '../http/field-mask';
import { type ApiAnswer, type ApiCall } from '../http/route';

/** The scopes of Business Profile; the second is its old name. */
export const SCOPES: readonly string[] = [
  'https://www.googleapis.com/auth/business.manage',
  'https://www.googleapis.com/auth/plus.business.manage',
];

/** An answer, or the part of it that the parameter `fields` asks for. */
export function masked(call: ApiCall, body: unknown): ApiAnswer {
  return { body: parseFieldMask(call.query.get('fields') ?? '').apply(body) };
}
