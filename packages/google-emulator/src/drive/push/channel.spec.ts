import { type ApiError } from '../../http/api-error';
import { channelRequest, type ChannelRequest } from './channel';

const NOW = 1_763_000_000_000;
const DAY_MS = 86_400_000;
const GOOD = { id: 'channel-1', type: 'web_hook', address: 'https://shop.test/hook' };

const read = (body: unknown): ChannelRequest => channelRequest(body, NOW, DAY_MS);

describe('the wish for a push channel', () => {
  it('ends after an hour unless it says otherwise', () => {
    expect(read(GOOD)).toEqual({
      id: 'channel-1',
      address: 'https://shop.test/hook',
      expiration: NOW + 3_600_000,
    });
  });

  it('may say when it ends, as a number or a text, up to a limit', () => {
    expect(read({ ...GOOD, expiration: NOW + 5 }).expiration).toBe(NOW + 5);
    expect(read({ ...GOOD, expiration: String(NOW + 5) }).expiration).toBe(NOW + 5);
    expect(read({ ...GOOD, expiration: NOW + 2 * DAY_MS }).expiration).toBe(NOW + DAY_MS);
  });

  it.each([null, ''])('has no token where %p stands in its place', (token) => {
    expect(read({ ...GOOD, token })).not.toHaveProperty('token');
  });

  it('may carry a token', () => {
    expect(read({ ...GOOD, token: 'site=hq' }).token).toBe('site=hq');
  });

  it.each(['http://127.0.0.1:9000/x', 'http://localhost/x', 'http://[::1]:80/'])(
    'may go to %s on this machine without TLS',
    (address) => {
      expect(read({ ...GOOD, address }).address).toBe(address);
    },
  );

  it.each([
    [undefined, 'required'],
    [{ ...GOOD, id: undefined }, 'required'],
    [{ ...GOOD, id: 7 }, 'required'],
    [{ ...GOOD, id: 'x'.repeat(65) }, 'channelIdInvalid'],
    [{ ...GOOD, id: 'a b' }, 'channelIdInvalid'],
    [{ ...GOOD, type: undefined }, 'required'],
    [{ ...GOOD, type: 'email' }, 'channelUnknown'],
    [{ ...GOOD, address: undefined }, 'required'],
    [{ ...GOOD, address: 'nowhere' }, 'push.webhookUrlNotHttps'],
    [{ ...GOOD, address: 'http://shop.test/hook' }, 'push.webhookUrlNotHttps'],
    [{ ...GOOD, address: 'http://127.0.0.1.shop.test/' }, 'push.webhookUrlNotHttps'],
    [{ ...GOOD, token: 'x'.repeat(257) }, 'invalid'],
    [{ ...GOOD, token: 'a\r\nb' }, 'invalid'],
    [{ ...GOOD, expiration: NOW }, 'invalid'],
    [{ ...GOOD, expiration: 'soon' }, 'invalid'],
  ])('%j is refused as %s', (body, reason) => {
    expect(() => read(body)).toThrow(
      expect.objectContaining({
        code: 400,
        options: expect.objectContaining({
          item: expect.objectContaining({ reason }) as unknown,
        }) as unknown,
      }) as ApiError,
    );
  });
});
