import { defineErrors, ERROR_CODES, type ErrorCode, errorDefinition, GENERAL_ERRORS } from '.';

const teapot = { category: 'content', retryable: false, status: 418, sentence: 'Short.' } as const;

describe('the tables of errors', () => {
  it.each(ERROR_CODES)('give %s a client or server status and a sentence', (code) => {
    const { status, sentence } = errorDefinition(code);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(sentence).toMatch(/^[A-Z]/);
  });

  it('are one: a table that is declared later adds its codes in their place', () => {
    const shown = ERROR_CODES;
    defineErrors({ A_TEAPOT: teapot });
    expect(shown[0]).toBe('ACCESS_DENIED');
    expect(shown[1]).toBe('ANSWER_CUT_OFF');
    expect(shown).toContain('A_TEAPOT');
    expect(shown).toEqual([...shown].sort());
    expect(errorDefinition('A_TEAPOT' as ErrorCode)).toBe(teapot);
  });

  it('refuse a code that another one declares', () => {
    expect(() => defineErrors({ NOT_FOUND: teapot })).toThrow(
      'Two tables of errors declare NOT_FOUND. Rename one of them.',
    );
    expect(errorDefinition('NOT_FOUND')).toBe(GENERAL_ERRORS.NOT_FOUND);
  });

  it('refuse a code that nobody declares', () => {
    expect(() => errorDefinition('A_COFFEE_POT' as ErrorCode)).toThrow(
      'No table of errors that was loaded declares A_COFFEE_POT.',
    );
  });
});
