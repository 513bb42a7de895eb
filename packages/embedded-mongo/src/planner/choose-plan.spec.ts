import { countAll, engineWith, findAll } from '../engine/testing/engine-with';
import { closeStores } from '../storage/testing/temporary-store';
import { type FindQuery } from '../engine';
import { type Doc } from '../values';

afterEach(closeStores);

async function explain(
  query: Partial<FindQuery>,
  indexes: Doc[],
  documents: Doc[] = [],
): Promise<Record<string, unknown>> {
  const { engine, collection } = await engineWith(documents, ...indexes);
  return { ...engine.explain(collection, { filter: {}, ...query }) };
}

const compound = [{ key: { a: 1, b: -1, c: 1 } }];

describe('the plan of a query', () => {
  it.each<[string, Partial<FindQuery>, Doc[], Doc]>([
    [
      'equality of a prefix',
      { filter: { a: 1, b: 2 } },
      compound,
      { stage: 'IXSCAN', exact: true },
    ],
    [
      'a range behind it',
      { filter: { a: 1, b: { $gt: 2 } } },
      compound,
      { stage: 'IXSCAN', exact: true },
    ],
    ['no prefix', { filter: { b: 2 } }, compound, { stage: 'COLLSCAN' }],
    ['a field left over', { filter: { a: 1, x: 2 } }, compound, { stage: 'IXSCAN', exact: false }],
    [
      'the order of the index',
      { sort: { a: 1, b: -1 } },
      compound,
      { stage: 'IXSCAN', sortInMemory: false, direction: 'forward' },
    ],
    [
      'the order backwards',
      { sort: { a: -1, b: 1 } },
      compound,
      { stage: 'IXSCAN', sortInMemory: false, direction: 'backward' },
    ],
    [
      'another order',
      { sort: { a: 1, b: 1 } },
      compound,
      { stage: 'COLLSCAN', sortInMemory: true },
    ],
    [
      'order behind equality',
      { filter: { a: 1 }, sort: { b: 1 } },
      compound,
      { stage: 'IXSCAN', sortInMemory: false, direction: 'backward' },
    ],
    [
      'order behind $in, merged',
      { filter: { a: { $in: [1, 2] } }, sort: { b: -1 } },
      compound,
      { stage: 'IXSCAN', sortInMemory: false },
    ],
    [
      'order behind a range',
      { filter: { a: { $gt: 1 } }, sort: { b: 1 } },
      compound,
      { stage: 'IXSCAN', sortInMemory: true },
    ],
    ['an empty $in', { filter: { a: { $in: [] } } }, compound, { stage: 'EOF' }],
    ['an impossible range', { filter: { a: { $gt: 5, $lt: 3 } } }, compound, { stage: 'EOF' }],
    ['the _id', { filter: { _id: 5 } }, [], { stage: 'IDHACK', indexName: '_id_' }],
    [
      'a sparse index and null',
      { filter: { a: null } },
      [{ key: { a: 1 }, sparse: true }],
      { stage: 'COLLSCAN' },
    ],
    [
      'a sparse index and a sort',
      { sort: { a: 1 } },
      [{ key: { a: 1 }, sparse: true }],
      { stage: 'COLLSCAN' },
    ],
    [
      'a sparse index that is hinted at',
      { filter: { b: 1 }, hint: 'a_1' },
      [{ key: { a: 1 }, sparse: true }],
      { stage: 'IXSCAN', indexName: 'a_1' },
    ],
    [
      'a hidden index',
      { filter: { a: 1 } },
      [{ key: { a: 1 }, hidden: true }],
      { stage: 'COLLSCAN' },
    ],
    [
      'a partial index that holds it',
      { filter: { a: 7 } },
      [{ key: { a: 1 }, partialFilterExpression: { a: { $gt: 5 } } }],
      { stage: 'IXSCAN' },
    ],
    [
      'a partial index that may not',
      { filter: { a: 3 } },
      [{ key: { a: 1 }, partialFilterExpression: { a: { $gt: 5 } } }],
      { stage: 'COLLSCAN' },
    ],
    [
      'branches of $or',
      { filter: { $or: [{ a: 1 }, { x: 2 }] } },
      [...compound, { key: { x: 1 } }],
      { stage: 'OR' },
    ],
    [
      'a branch without index',
      { filter: { $or: [{ a: 1 }, { y: 2 }] } },
      compound,
      { stage: 'COLLSCAN' },
    ],
    [
      'the beginning of a text',
      { filter: { a: { $regex: '^ab' } } },
      compound,
      { stage: 'IXSCAN', exact: false },
    ],
    [
      '$natural',
      { filter: { a: 1 }, hint: { $natural: -1 } },
      compound,
      { stage: 'COLLSCAN', direction: 'backward' },
    ],
    ['a hint by name', { hint: 'a_1_b_-1_c_1' }, compound, { stage: 'IXSCAN' }],
    ['a hint by key', { hint: { a: 1, b: -1, c: 1 } }, compound, { stage: 'IXSCAN' }],
    [
      'a text of another collation',
      { filter: { a: 'x' }, collation: { locale: 'en', strength: 2 } },
      compound,
      { stage: 'COLLSCAN' },
    ],
    [
      'a number whatever the collation',
      { filter: { a: 1 }, collation: { locale: 'en', strength: 2 } },
      compound,
      { stage: 'IXSCAN' },
    ],
    [
      'a text of the same collation',
      { filter: { a: 'x' }, collation: { locale: 'en', strength: 2 } },
      [{ key: { a: 1 }, collation: { locale: 'en', strength: 2 } }],
      { stage: 'IXSCAN' },
    ],
  ])('for %s', async (_, query, indexes, expected) => {
    expect(await explain(query, indexes)).toMatchObject(expected);
  });

  it('refuses a hint that names no index', async () => {
    await expect(explain({ hint: 'nope' }, [])).rejects.toMatchObject({ code: 2 });
  });

  it('does not join two sides of a range over an array', async () => {
    const documents = [
      { _id: 1, a: [0, 10] },
      { _id: 2, a: 3 },
    ];
    const { engine, collection } = await engineWith(documents, { key: { a: 1 } });
    const filter = { a: { $gt: 2, $lt: 5 } };
    expect(findAll(engine, collection, { filter })).toHaveLength(2);
    expect(engine.explain(collection, { filter })).toMatchObject({
      stage: 'IXSCAN',
      isMultiKey: true,
    });
    const joined = { a: { $elemMatch: { $gt: 2, $lt: 5 } } };
    expect(findAll(engine, collection, { filter: joined })).toEqual([]);
  });

  it('chooses the index that leaves fewer documents', async () => {
    const documents = Array.from({ length: 1_500 }, (_, _id) => ({
      _id,
      status: 'open',
      mail: `m${_id}`,
    }));
    const indexes = [{ key: { status: 1 } }, { key: { mail: 1 } }];
    const filter = { status: 'open', mail: 'm7' };
    expect(await explain({ filter }, indexes, documents)).toMatchObject({ indexName: 'mail_1' });
  });

  it('finds texts without case by an index with that collation', async () => {
    const collation = { locale: 'en', strength: 2 };
    const { engine, collection } = await engineWith(
      [
        { _id: 1, a: 'ABC' },
        { _id: 2, a: 'abc' },
        { _id: 3, a: 'abd' },
      ],
      { key: { a: 1 }, collation },
    );
    expect(findAll(engine, collection, { filter: { a: 'aBc' }, collation })).toHaveLength(2);
    expect(findAll(engine, collection, { filter: { a: 'abc' } })).toHaveLength(1);
  });

  it('counts by keys, once a document, and pages in the order of merged ranges', async () => {
    const documents = Array.from({ length: 100 }, (_, _id) => ({
      _id,
      s: _id % 3,
      t: 100 - _id,
      tags: ['x', _id % 2 ? 'y' : 'z'],
    }));
    const { engine, collection } = await engineWith(
      documents,
      { key: { s: 1, t: 1 } },
      { key: { tags: 1 } },
    );
    expect(await countAll(engine, collection, { filter: { tags: { $in: ['x', 'y'] } } })).toBe(100);
    expect(await countAll(engine, collection, { filter: { tags: 'y' }, skip: 10, limit: 5 })).toBe(
      5,
    );
    const query = { filter: { s: { $in: [0, 2] } }, sort: { t: 1 }, skip: 3, limit: 4 };
    expect(engine.explain(collection, query).sortInMemory).toBe(false);
    expect(findAll(engine, collection, query).map((doc) => doc.t)).toEqual([5, 7, 8, 10]);
    const backwards = { ...query, sort: { t: -1 }, skip: 0, limit: 3 };
    expect(findAll(engine, collection, backwards).map((doc) => doc.t)).toEqual([100, 98, 97]);
  });
});
