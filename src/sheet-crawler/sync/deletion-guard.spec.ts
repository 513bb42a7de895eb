import { excessiveDeletionMessage } from './deletion-guard';

describe('excessiveDeletionMessage', () => {
  it.each([
    ['nothing was stored yet', { stored: 0, vanishing: 0, read: 0 }],
    ['nothing vanishes', { stored: 10, vanishing: 0, read: 12 }],
    ['exactly the share vanishes', { stored: 10, vanishing: 5, read: 5 }],
  ])('sees none when %s', (_, numbers) => {
    expect(excessiveDeletionMessage({ ...numbers, share: 0.5 })).toBeUndefined();
  });

  it('sees one when more than the share vanishes', () => {
    const problem = excessiveDeletionMessage({ stored: 10, vanishing: 6, read: 400, share: 0.5 });
    expect(problem).toBe(
      '6 of 10 stored rows would vanish, so nothing was changed. Check the sheet: a filter does ' +
        'not hide rows from us, but rows are missing from a tab that was cleared or is being ' +
        'rewritten. If it is intended, sync once more with "accept_deletions": true.',
    );
  });

  it('sees one when nothing was read, whatever the share', () => {
    const problem = excessiveDeletionMessage({ stored: 1, vanishing: 1, read: 0, share: 1 });
    expect(problem).toMatch(/^1 of 1 stored row would vanish/);
  });
});
