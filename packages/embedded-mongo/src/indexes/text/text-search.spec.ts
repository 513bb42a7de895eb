import { failureOf } from '../../storage/testing/temporary-store';
import { type Doc, textScoreOf } from '../../values';
import { makeIndex } from '../make-index';
import { parseTextSearch, textPredicate } from './text-search';

const index = makeIndex(1, 2, {
  key: { _fts: 'text', _ftsx: 1 },
  name: 't',
  weights: { body: 1, 'parts.title': 3 },
  default_language: 'english',
});
const matches = (search: string, doc: Doc, options: Doc = {}): boolean =>
  textPredicate(index, { $search: search, ...options })(doc);

describe('$text', () => {
  const doc = { body: 'Bánh mì in Hà Nội', parts: [{ title: 'Street Food' }, { title: 'Travel' }] };

  it('finds any of the words, without case and marks, through arrays', () => {
    expect(matches('ha noi', doc)).toBe(true);
    expect(matches('nothing travels', doc)).toBe(true);
    expect(matches('nothing', doc)).toBe(false);
    expect(matches('the', doc)).toBe(false);
  });

  it('needs all phrases and none of the negated words', () => {
    expect(matches('"street food"', doc)).toBe(true);
    expect(matches('"food street"', doc)).toBe(false);
    expect(matches('street -travel', doc)).toBe(false);
    expect(matches('street -plane', doc)).toBe(true);
    expect(matches('street -"food stall"', doc)).toBe(true);
    expect(matches('-travel', doc)).toBe(false);
  });

  it('can mind case and marks', () => {
    expect(matches('street', doc, { $caseSensitive: true })).toBe(false);
    expect(matches('Street', doc, { $caseSensitive: true })).toBe(true);
    expect(matches('noi', doc, { $diacriticSensitive: true })).toBe(false);
    expect(matches('nội', doc, { $diacriticSensitive: true })).toBe(true);
  });

  it('scores by the formula of MongoDB', () => {
    const scoreOf = (search: string, found: Doc): number | undefined => {
      textPredicate(index, { $search: search })(found);
      return textScoreOf(found);
    };
    expect(scoreOf('coffee', { body: 'coffee' })).toBeCloseTo(1);
    expect(scoreOf('tea', { body: 'Tea' })).toBeCloseTo(1.1);
    expect(scoreOf('coffee', { body: 'coffee shop' })).toBeCloseTo(0.75);
    expect(scoreOf('coffee shop', { body: 'coffee shop' })).toBeCloseTo(1.5);
    expect(scoreOf('coffee', { body: 'coffee coffee tea' })).toBeCloseTo(1.5 * (1 / 3 + 0.5));
    expect(scoreOf('coffee', { parts: [{ title: 'coffee shop' }] })).toBeCloseTo(2.25);
  });

  it('refuses what it does not understand', () => {
    expect(failureOf(() => parseTextSearch({}, 'english'))).toMatchObject({ code: 9 });
    expect(() => parseTextSearch({ $search: 'x', $other: 1 }, 'english')).toThrow('$other');
    expect(
      failureOf(() => parseTextSearch({ $search: 'x', $caseSensitive: 1 }, 'english')),
    ).toMatchObject({ code: 14 });
  });
});
