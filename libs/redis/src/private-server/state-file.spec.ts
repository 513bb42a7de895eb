import { parseState } from './state-file';

const state = {
  redis: { pid: 20, startedAt: 'boot/2' },
  port: 40123,
  password: 'secret',
  owner: { pid: 10, startedAt: 'boot/1' },
};

describe('parseState', () => {
  it('reads a record', () => {
    expect(parseState(JSON.stringify(state))).toEqual(state);
  });

  it.each(Object.keys(state))('refuses a record without %s', (key) => {
    expect(parseState(JSON.stringify({ ...state, [key]: undefined }))).toBeUndefined();
  });

  it.each(['', 'null', '[]', '{"redis":'])('refuses %j', (text) => {
    expect(parseState(text)).toBeUndefined();
  });
});
