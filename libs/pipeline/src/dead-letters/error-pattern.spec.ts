import fc from 'fast-check';
import { errorPattern, errorGroupOf } from './error-pattern';

describe('the pattern of an error', () => {
  it.each([
    ['Row 12 of 4,000 has no date', 'Row 99 of 5,001 has no date'],
    ['Cannot read https://a.example/x?y=1 now', 'Cannot read http://b.example now'],
    ['No answer for 67389ab04c1f2e0012ab34cd', 'No answer for 57389ab04c1f2e0012ab34ce'],
    [
      'Unknown id 1b4e28ba-2fa1-41d2-883f-0016d3cca427',
      'Unknown id 2b4e28ba-2fa1-41d2-883f-0016d3cca428',
    ],
    ['Column "Price" is missing', 'Column "Amount (net)" is missing'],
    ["Column 'Price' is missing", "Column 'Amount' is missing"],
    ['Not shared with a.b@x.example', 'Not shared with c@y.example'],
    ['Late since 2026-11-16T10:00:00Z', 'Late since 2026-11-17T11:30:00.123Z'],
  ])('is the same for %j and %j', (one, other) => {
    expect(errorPattern(one)).toBe(errorPattern(other));
  });

  it.each([
    ['Row 12 has no date', 'Row 12 has no price'],
    ['The source refused the connection.', 'The source did not answer in time.'],
    ["It doesn't answer and won't soon", "It doesn't fail and won't soon"],
  ])('differs for %j and %j', (one, other) => {
    expect(errorPattern(one)).not.toBe(errorPattern(other));
  });

  it('is short and stable, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 5_000 }), (text) => {
        const pattern = errorPattern(text);
        expect(pattern.length).toBeLessThanOrEqual(300);
        expect(errorPattern(text)).toBe(pattern);
      }),
    );
  });

  it('takes little time for a long text without a space', () => {
    expect(errorPattern('a'.repeat(1_000_000)).length).toBeLessThanOrEqual(300);
    expect(errorPattern('1-'.repeat(1_000_000)).length).toBeLessThanOrEqual(300);
  });
});

describe('a group of dead letters', () => {
  it('is one kind, one code and one pattern', () => {
    const group = errorGroupOf('a', 'TIMEOUT', 'late');
    expect(errorGroupOf('a', 'TIMEOUT', 'late')).toBe(group);
    for (const other of [
      errorGroupOf('b', 'TIMEOUT', 'late'),
      errorGroupOf('a', 'DNS_ERROR', 'late'),
      errorGroupOf('a', 'TIMEOUT', 'later'),
    ]) {
      expect(other).not.toBe(group);
    }
  });
});
