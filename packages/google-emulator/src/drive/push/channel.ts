import { channelRefused, requiredParameter } from '../drive-errors';

/** What a channel tells about: one file, or the caller's feed of changes. */
export type Watched = { readonly fileId: string } | 'changes';

/** A push channel: whom to tell what, until when. */
export interface Channel {
  readonly id: string;
  readonly address: string;
  readonly token?: string;
  /** Milliseconds since 1970. */
  readonly expiration: number;
  /** The email of who opened it. */
  readonly owner: string;
  readonly watched: Watched;
  readonly resourceId: string;
  readonly resourceUri: string;
}

/** What a caller says about the channel that it wants. */
export type ChannelRequest = Pick<Channel, 'id' | 'address' | 'token' | 'expiration'>;

const DEFAULT_LIFETIME_MS = 3_600_000;
const MAX_ID = 64;
const MAX_TOKEN = 256;

/** Reads the body of a watch call; an expiration later than allowed is brought forward. */
export function channelRequest(body: unknown, now: number, maxLifetimeMs: number): ChannelRequest {
  const wish = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const id = text(wish, 'id');
  if (id.length > MAX_ID || !/^[A-Za-z0-9\-_+/=]+$/.test(id)) {
    throw channelRefused('channelIdInvalid', `Invalid channel id: ${id}`);
  }
  const type = text(wish, 'type');
  if (type !== 'web_hook') throw channelRefused('channelUnknown', `Unknown channel type: ${type}`);
  const token = (wish.token ?? '') === '' ? '' : text(wish, 'token');
  // It travels in a header, where only these characters arrive as they were sent.
  if (token.length > MAX_TOKEN || !/^[\x20-\x7e]*$/.test(token)) {
    throw channelRefused('invalid', 'Invalid channel token');
  }
  return {
    id,
    address: address(text(wish, 'address')),
    ...(token !== '' && { token }),
    expiration: expiration(wish.expiration, now, maxLifetimeMs),
  };
}

function text(wish: Record<string, unknown>, name: string): string {
  const value = wish[name];
  if (typeof value !== 'string' || value === '') throw requiredParameter(name);
  return value;
}

/**
 * Google takes HTTPS only. The emulator also takes HTTP for this machine, where a test has no
 * certificate that anybody would accept.
 */
function address(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isLocal = url?.protocol === 'http:' && isLoopback(url.hostname);
  if (url?.protocol !== 'https:' && !isLocal) {
    throw channelRefused('push.webhookUrlNotHttps', `WebHook callback must be HTTPS: ${value}`);
  }
  return value;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function expiration(wish: unknown, now: number, maxLifetimeMs: number): number {
  if (wish === undefined || wish === null) return now + DEFAULT_LIFETIME_MS;
  const isNumber = typeof wish === 'number' || (typeof wish === 'string' && /^\d+$/.test(wish));
  const time = isNumber ? Number(wish) : NaN;
  if (!Number.isSafeInteger(time) || time <= now) {
    throw channelRefused('invalid', 'Invalid channel expiration');
  }
  return Math.min(time, now + maxLifetimeMs);
}
