import { parseHolder } from './owner-lock';

describe('parseHolder', () => {
  it('reads what a lock says about its holder', () => {
    const holder = { pid: 12, startedAt: 'boot/345', token: 'b2c0-11' };
    expect(parseHolder(JSON.stringify(holder))).toEqual(holder);
  });

  it.each([
    '',
    'null',
    '{"pid":12',
    '{"pid":12,"startedAt":"x"}',
    '{"pid":12,"startedAt":"x","token":"../../etc"}',
    '{"pid":12,"startedAt":"x","token":7.5}',
  ])('takes %j for the lock of a dead process', (text) => {
    expect(parseHolder(text)).toEqual({ pid: 0, startedAt: '', token: 'unreadable' });
  });
});
