import { toQuotaDto } from './quota.dto';

describe('a quota', () => {
  it('is answered with the fields of the API', () => {
    const at = new Date('2026-11-16T09:30:00.000Z');
    const dto = toQuotaDto({
      key: 'google:sheets/bot',
      limits: [
        { limit: 'window 60/60s per account', quota: 60, permitted: 48, used: 48, roomAt: at },
        { limit: 'window 300/60s', quota: 300, permitted: 240, used: 48, roomAt: null },
      ],
      backoff: { step: 2, until: at },
      recoveringUntil: at,
      waiters: 3,
      owners: [{ owner: 'mai', waiters: 3 }],
    });
    const time = at.toISOString();
    expect(dto).toEqual({
      key: 'google:sheets/bot',
      limits: [
        { limit: 'window 60/60s per account', quota: 60, permitted: 48, used: 48, room_at: time },
        { limit: 'window 300/60s', quota: 300, permitted: 240, used: 48, room_at: null },
      ],
      backoff: { step: 2, until: time },
      recovering_until: time,
      waiters: 3,
      owners: [{ owner: 'mai', waiters: 3 }],
    });
  });
});
