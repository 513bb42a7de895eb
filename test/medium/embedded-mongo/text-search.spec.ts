import { type Collection, type Document } from 'mongodb';
import { codeOf } from '../../support/embedded-mongo/failures';
import { mongoUnderTest } from '../../support/embedded-mongo/mongo-under-test';

const mongo = mongoUnderTest();
let articles: Collection;

async function search(text: string, options: Document = {}): Promise<unknown[]> {
  const found = await articles
    .find({ $text: { $search: text, ...options } })
    .sort({ _id: 1 })
    .toArray();
  return found.map(({ _id }) => _id as unknown);
}

describe('text search', () => {
  beforeAll(async () => {
    articles = await mongo.collection([
      { _id: 1, title: 'Hà Nội street food', body: 'Coffee and noodles', shop: 1 },
      { _id: 2, title: 'Café in Paris', body: 'coffee coffee coffee', shop: 1 },
      { _id: 3, title: 'Green tea', body: 'No caffeine-free leaves here', shop: 2 },
      {
        _id: 4,
        title: 'Blue ceramic cup',
        body: 'A cup for tea',
        shop: 2,
        tags: ['gift', 'Kitchen'],
      },
      { _id: 5, title: 'Nothing' },
    ]);
    await articles.createIndex(
      { title: 'text', body: 'text', tags: 'text' },
      { weights: { title: 10 }, default_language: 'none' },
    );
  });

  it.each<[string, string, number[]]>([
    ['a word', 'coffee', [1, 2]],
    ['a word in any case', 'COFFEE', [1, 2]],
    ['a word without its diacritics', 'cafe', [2]],
    ['words of another script of Latin', 'ha noi', [1]],
    ['the words as they are written', 'Hà Nội', [1]],
    ['any of several words', 'noodles ceramic', [1, 4]],
    ['a phrase', '"green tea"', [3]],
    ['a phrase that is nowhere', '"tea green"', []],
    ['all but a word', 'tea -ceramic', [3]],
    ['an element of an array', 'kitchen', [4]],
    ['no part of a word', 'coff', []],
    ['no word at all', '', []],
  ])('finds %s', async (_, text, expected) => {
    expect(await search(text)).toEqual(expected);
  });

  it('heeds case and diacritics when told to', async () => {
    expect(await search('Coffee', { $caseSensitive: true })).toEqual([1]);
    expect(await search('cafe', { $diacriticSensitive: true })).toEqual([]);
    expect(await search('café', { $diacriticSensitive: true })).toEqual([2]);
  });

  it('puts the best first', async () => {
    const score = { $meta: 'textScore' as const };
    const found = await articles
      .find({ $text: { $search: 'blue cup tea' } }, { projection: { score, title: 1 } })
      .sort({ score })
      .toArray();
    expect(found.map(({ _id }) => _id as unknown)).toEqual([4, 3]);
    const [best, other] = found.map((document) => document.score as number);
    expect(best).toBeGreaterThan(other ?? 0);
    expect(other).toBeGreaterThan(0);
  });

  it('goes with other conditions and in a pipeline', async () => {
    expect(await articles.countDocuments({ $text: { $search: 'tea coffee' }, shop: 2 })).toBe(2);
    const scored = await articles
      .aggregate([
        { $match: { $text: { $search: 'coffee' } } },
        { $set: { score: { $meta: 'textScore' } } },
        { $sort: { score: -1 } },
        { $project: { score: 1 } },
      ])
      .toArray();
    expect(scored.map(({ _id }) => _id as unknown)).toEqual([2, 1]);
  });

  it('follows changes', async () => {
    await articles.updateOne({ _id: 5 } as Document, { $set: { title: 'Porcelain' } });
    expect(await search('porcelain')).toEqual([5]);
    expect(await search('nothing')).toEqual([]);
    await articles.updateOne({ _id: 5 } as Document, { $set: { title: 'Nothing' } });
    expect(await search('porcelain')).toEqual([]);
  });

  it('describes the index as MongoDB does', async () => {
    const index = (await articles.indexes()).find(({ name }) => name !== '_id_');
    expect(index).toMatchObject({
      name: 'title_text_body_text_tags_text',
      key: { _fts: 'text', _ftsx: 1 },
      weights: { body: 1, tags: 1, title: 10 },
      default_language: 'none',
      language_override: 'language',
    });
  });

  it('needs an index, and lets a collection have one alone', async () => {
    const plain = await mongo.collection([{ a: 'x' }]);
    expect(await codeOf(plain.find({ $text: { $search: 'x' } }).toArray())).toBe(27);
    expect(await codeOf(articles.createIndex({ other: 'text' }))).toBe(67);
  });

  it('indexes all text under a wildcard', async () => {
    const anything = await mongo.collection([{ _id: 1, deep: { er: ['Hidden words'] } }]);
    await anything.createIndex({ '$**': 'text' });
    expect(await anything.countDocuments({ $text: { $search: 'hidden' } })).toBe(1);
  });
});
