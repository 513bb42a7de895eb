import { defineVariables, GENERAL_VARIABLES, integer, loadConfig, variables } from '.';

const retries = integer({ doc: 'How often.', min: 0, max: 9, default: 2 });

describe('a feature that declares variables', () => {
  it('has them read and checked like all others', () => {
    defineVariables({ MAIL_RETRIES: retries });
    expect(variables.MAIL_RETRIES).toBe(retries);
    expect(loadConfig({})).toMatchObject({ MAIL_RETRIES: 2 });
    expect(loadConfig({ MAIL_RETRIES: '3' })).toMatchObject({ MAIL_RETRIES: 3 });
    expect(() => loadConfig({ MAIL_RETRIES: 'many' })).toThrow(
      'MAIL_RETRIES: expected a whole number from 0 to 9, got "many"',
    );
  });

  it('cannot take a name that another one has', () => {
    expect(() => defineVariables({ PORT: retries })).toThrow(
      'The variable PORT is declared twice. Rename one of them.',
    );
    expect(variables.PORT).toBe(GENERAL_VARIABLES.PORT);
  });
});
