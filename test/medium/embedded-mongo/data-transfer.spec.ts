import {
  Binary,
  BSONRegExp,
  Decimal128,
  type Document,
  Double,
  Int32,
  Long,
  ObjectId,
} from 'mongodb';
import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTransfer } from '../../../scripts/data-transfer/command';
import { mongoUnderTest } from '../../support/embedded-mongo/mongo-under-test';

const mongo = mongoUnderTest();
const AS_STORED = { promoteValues: false, bsonRegExp: true, sort: { _id: 1 } } as const;
let folder: string;
let files: string;
const targets: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-data-'));
  files = join(folder, 'export');
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  for (const name of targets.splice(0)) await mongo.client.db(name).dropDatabase();
});

/** A database that is dropped afterwards. */
function newDatabase(): string {
  const name = `tributary-copy-${randomUUID().slice(0, 8)}`;
  targets.push(name);
  return name;
}

async function run(
  command: 'data:export' | 'data:import',
  from: string,
  to: string,
  ...flags: string[]
): Promise<{ code: number; said: string }> {
  let said = '';
  const output = { write: (text: string) => (said += text) };
  const code = await runTransfer(command, ['--from', from, '--to', to, ...flags], output);
  return { code, said };
}

const values = [
  new Int32(1),
  new Double(1),
  new Double(-0),
  Long.fromString('9007199254740993'),
  Decimal128.fromString('1.10'),
  new Date(-1),
  new ObjectId(),
  new Binary(Buffer.from([0, 255]), 5),
  new BSONRegExp('a/b', 'i'),
  'Hà Nội\n\u2028"',
  null,
  [{ nested: [new Int32(1)] }],
];

async function sampleDatabase(): Promise<string> {
  const name = newDatabase();
  const db = mongo.client.db(name);
  const numbered = values.map((v, i): Document => ({ _id: i, v }));
  await db.collection('values').insertMany(numbered);
  const people = await db.createCollection('people & more', {
    validator: { name: { $type: 'string' } },
  });
  await people.insertMany(
    Array.from({ length: 2_500 }, (_, i): Document => ({ _id: i, name: `n${i}`, at: new Date(i) })),
  );
  await people.createIndexes([
    { key: { name: 1 }, unique: true },
    { key: { at: -1 }, expireAfterSeconds: 2_000_000_000 },
    { key: { name: 'text' }, weights: { name: 3 } },
    { key: { a: 1 }, partialFilterExpression: { name: { $gt: 'n5' } }, sparse: false },
  ]);
  await db.createCollection('empty');
  await db.createCollection('view', {
    viewOn: 'people & more',
    pipeline: [{ $match: { _id: { $lt: 10 } } }],
  });
  return name;
}

describe('data:export and data:import', () => {
  it('carry documents, indexes, options and views to another database and back', async () => {
    const from = await sampleDatabase();
    const to = newDatabase();
    const exported = await run('data:export', mongo.urlOfDatabase(from), files);
    expect(exported).toMatchObject({ code: 0 });
    expect(exported.said).toContain('2,512 documents in 4 collections done');
    expect(exported.said).toContain(`${from}.people & more: 2,500 documents done`);
    expect(await run('data:import', files, mongo.urlOfDatabase(to))).toMatchObject({ code: 0 });

    const [source, copy] = [mongo.client.db(from), mongo.client.db(to)];
    for (const name of ['values', 'people & more', 'empty', 'view']) {
      expect(await copy.collection(name).find({}, AS_STORED).toArray()).toEqual(
        await source.collection(name).find({}, AS_STORED).toArray(),
      );
    }
    expect(await copy.collection('people & more').indexes()).toEqual(
      await source.collection('people & more').indexes(),
    );
    await expect(copy.collection('people & more').insertOne({ name: 5 })).rejects.toThrow(
      'Document failed validation',
    );
    expect(
      await copy.collection('people & more').countDocuments({ $text: { $search: 'n77' } }),
    ).toBe(1);
  });

  it('writes a line of canonical extended JSON a document', async () => {
    const from = await sampleDatabase();
    await run('data:export', mongo.urlOfDatabase(from), files);
    const name = (await readdir(files)).find((file) => file.includes('values')) ?? '';
    const lines = (await readFile(join(files, name), 'utf8')).trimEnd().split('\n');
    expect(lines.slice(0, 4)).toEqual([
      '{"_id":{"$numberInt":"0"},"v":{"$numberInt":"1"}}',
      '{"_id":{"$numberInt":"1"},"v":{"$numberDouble":"1.0"}}',
      '{"_id":{"$numberInt":"2"},"v":{"$numberDouble":"-0.0"}}',
      '{"_id":{"$numberInt":"3"},"v":{"$numberLong":"9007199254740993"}}',
    ]);
  });

  it('carries straight from one server to another', async () => {
    const from = await sampleDatabase();
    const to = newDatabase();
    const urls = [from, to].map((name) => mongo.urlOfDatabase(name)) as [string, string];
    expect(await run('data:import', ...urls)).toMatchObject({ code: 0 });
    expect(await mongo.client.db(to).collection('values').countDocuments()).toBe(values.length);
  });

  it('refuses a collection that has documents, unless told to merge', async () => {
    const from = await sampleDatabase();
    const to = newDatabase();
    await run('data:export', mongo.urlOfDatabase(from), files);
    const copy = mongo.client.db(to).collection<Document>('values');
    await copy.insertMany([
      { _id: 0, v: 'old' },
      { _id: 'own', v: 'kept' },
    ] as Document[]);
    const refused = await run('data:import', files, mongo.urlOfDatabase(to));
    expect(refused.code).toBe(1);
    expect(refused.said).toContain(`${to}.values`);
    expect(refused.said).toContain('--merge');
    expect(await mongo.client.db(to).listCollections().toArray()).toHaveLength(1);

    // A second run ends in the same state, so one that was cut short can be repeated.
    for (let time = 0; time < 2; time += 1) {
      const merged = await run('data:import', files, mongo.urlOfDatabase(to), '--merge');
      expect(merged.code).toBe(0);
      expect(await copy.countDocuments()).toBe(values.length + 1);
      expect(await copy.findOne({ _id: 0 } as Document)).toEqual({ _id: 0, v: 1 });
      expect(await copy.findOne({ _id: 'own' } as Document)).toMatchObject({ v: 'kept' });
    }
  });

  it('writes into an empty folder alone, and reads finished exports alone', async () => {
    const from = await sampleDatabase();
    await run('data:export', mongo.urlOfDatabase(from), files);
    const again = await run('data:export', mongo.urlOfDatabase(from), files);
    expect(again).toMatchObject({ code: 1 });
    expect(again.said).toContain('is not empty');
    await rm(join(files, 'export.json'));
    const unfinished = await run('data:import', files, mongo.urlOfDatabase(newDatabase()));
    expect(unfinished).toMatchObject({ code: 1 });
    expect(unfinished.said).toContain('did not finish');
  });

  it('notices files that were cut or damaged', async () => {
    const from = await sampleDatabase();
    await run('data:export', mongo.urlOfDatabase(from), files);
    const name = join(files, (await readdir(files)).find((file) => file.includes('values')) ?? '');
    const whole = await readFile(name, 'utf8');
    await writeFile(name, whole.slice(0, whole.indexOf('\n') + 1));
    const cut = await run('data:import', files, mongo.urlOfDatabase(newDatabase()));
    expect(cut.said).toContain(`has 1 documents, not the ${values.length} it had`);
    await appendFile(name, '{"half":\n');
    const damaged = await run('data:import', files, mongo.urlOfDatabase(newDatabase()));
    expect(damaged.said).toContain(`${name}:2 is no extended JSON`);
    expect([cut.code, damaged.code]).toEqual([1, 1]);
  });

  it.each([
    [['--from', 'x'], 'Name where to read from'],
    [['--nonsense'], "Unknown option '--nonsense'"],
  ])('explains itself for %j', async (args, reason) => {
    let said = '';
    const code = await runTransfer('data:export', args, { write: (text) => (said += text) });
    expect(code).toBe(2);
    expect(said).toContain(reason);
    expect(said).toContain('mongodb://host:port');
  });
});
