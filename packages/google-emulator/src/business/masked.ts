import { parseFieldMask } from '../http/field-mask';
import { type ApiAnswer, type ApiCall } from '../http/route';

/** An answer, or the part of it that the parameter `fields` asks for. */
export function masked(call: ApiCall, body: unknown): ApiAnswer {
  return { body: parseFieldMask(call.query.get('fields') ?? '').apply(body) };
}
