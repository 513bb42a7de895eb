import { ERRORS } from '.';

describe('the table of errors', () => {
  it.each(Object.entries(ERRORS))('%s has a client or server status and a sentence', (_, row) => {
    expect(row.status).toBeGreaterThanOrEqual(400);
    expect(row.status).toBeLessThan(600);
    expect(row.sentence).toMatch(/^[A-Z]/);
  });

  it('keeps the sentences that the contract fixes', () => {
    expect(ERRORS.INVALID_API_KEY).toMatchObject({ status: 401, sentence: 'Invalid API key' });
  });
});
