import { CommandError } from '../errors';
import { errorReply, writeError } from './error-reply';

describe('errorReply', () => {
  it('shows an error that is meant for the client, with its details', () => {
    const reported: unknown[] = [];
    const error = new CommandError(11000, 'DuplicateKey', 'E11000', { keyValue: { a: 1 } });
    expect(errorReply(error, (failure) => reported.push(failure))).toEqual({
      ok: 0,
      errmsg: 'E11000',
      code: 11000,
      codeName: 'DuplicateKey',
      keyValue: { a: 1 },
    });
    expect(reported).toEqual([]);
  });

  it.each([
    [new TypeError('a bug'), 1, 'InternalError'],
    [Object.assign(new Error('write failed'), { code: 'ENOSPC' }), 14031, 'OutOfDiskSpace'],
    [new Error('MDB_MAP_FULL: Environment mapsize limit reached'), 14031, 'OutOfDiskSpace'],
    [new RangeError('Maximum call stack size exceeded'), 15, 'Overflow'],
    ['just a string', 1, 'InternalError'],
  ])('reports %p and gives it code %i', (error, code, codeName) => {
    const reported: unknown[] = [];
    expect(errorReply(error, (failure) => reported.push(failure))).toMatchObject({
      code,
      codeName,
    });
    expect(reported).toEqual([error]);
  });
});

describe('writeError', () => {
  it('makes an entry of writeErrors, but not of a bug', () => {
    expect(writeError(new CommandError(2, 'BadValue', 'no'), 3)).toEqual({
      index: 3,
      code: 2,
      errmsg: 'no',
    });
    expect(() => writeError(new TypeError('a bug'), 0)).toThrow('a bug');
  });
});
