import {
  badValue,
  CommandError,
  failedToParse,
  invalidBson,
  overflow,
  typeMismatch,
  unsupported,
} from './errors';

describe('errors', () => {
  it.each([
    [badValue('m'), 2, 'BadValue'],
    [failedToParse('m'), 9, 'FailedToParse'],
    [typeMismatch('m'), 14, 'TypeMismatch'],
    [overflow('m'), 15, 'Overflow'],
    [invalidBson('m'), 22, 'InvalidBSON'],
  ])('%s carries the code and name of MongoDB', (error, code, codeName) => {
    expect(error).toBeInstanceOf(CommandError);
    expect(error).toMatchObject({ code, codeName, message: 'm', extra: {} });
  });

  it('names what is unsupported', () => {
    expect(unsupported('$where')).toMatchObject({
      code: 238,
      message: '$where is not supported by the embedded server',
    });
  });

  it('keeps further fields for the reply', () => {
    const extra = { keyPattern: { a: 1 } };
    expect(new CommandError(11000, 'DuplicateKey', 'E11000', extra).extra).toBe(extra);
  });
});
