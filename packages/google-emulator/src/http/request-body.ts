import { type IncomingMessage } from 'node:http';
import { ApiError } from './api-error';

/** The largest body that is read. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Google's parser goes no deeper; what is deeper only tries the stack. */
const MAX_DEPTH = 100;

/** The bytes of a body; undefined when there are more than any API takes. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The rest of a body that is too large is read as well, so that the client hears the answer.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks);
}

/** The JSON value of a body; undefined when it is empty. */
export function parseJsonBody(body: Buffer | undefined): unknown {
  if (!body) {
    throw invalid(`Request payload size exceeds the limit: ${MAX_BODY_BYTES} bytes.`);
  }
  const text = body.toString('utf8');
  if (text.trim() === '') return undefined;
  if (isTooDeep(text)) {
    throw invalid('Invalid JSON payload received. Message too deep. Max recursion depth reached.');
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw invalid(`Invalid JSON payload received. ${describe(error, text)}`);
  }
}

/** Whether brackets outside of texts are nested deeper than is read. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (inText && sign === '\\') at += 1;
    else if (sign === '"') inText = !inText;
    else if (inText) continue;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

function describe(error: unknown, text: string): string {
  const position = Number(/position (\d+)/.exec(String(error))?.[1] ?? text.length);
  if (position >= text.length) return 'Unexpected end of string.';
  const excerpt = text.slice(Math.max(0, position - 20), position + 20).replace(/\s/g, ' ');
  return `Unexpected token.\n${excerpt}\n${' '.repeat(Math.min(position, 20))}^`;
}

function invalid(message: string): ApiError {
  return new ApiError(400, 'INVALID_ARGUMENT', message);
}
