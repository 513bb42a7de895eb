import { setTextScore, textScoreOf } from './text-score';

describe('the text score', () => {
  it('stays beside the document', () => {
    const doc = { a: 1 };
    expect(textScoreOf(doc)).toBeUndefined();
    setTextScore(doc, 1.5);
    expect(textScoreOf(doc)).toBe(1.5);
    expect(Object.keys(doc)).toEqual(['a']);
  });
});
