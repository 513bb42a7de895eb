import {
  deleteFenced,
  type Fence,
  type FencedDocument,
  lockFenced,
  updateFenced,
  upsertFenced,
} from '@tributary/pipeline';
import mongoose, { type Connection, type Model, Schema } from 'mongoose';
import { testEnvironment } from '../../factories/environment';

interface Row extends FencedDocument {
  sheet: string;
  number: number;
  text: string;
}

const fence = (number: number): Fence => ({ number, assertHeld: () => undefined });
const lost: Fence = {
  number: 1_000,
  assertHeld: () => {
    throw new Error('lost');
  },
};

let connection: Connection;
let rows: Model<Row>;

beforeAll(async () => {
  connection = await mongoose.createConnection(testEnvironment().MONGODB_URL).asPromise();
  const schema = new Schema<Row>(
    { sheet: String, number: Number, text: String, fence: Number },
    { versionKey: false },
  );
  schema.index({ sheet: 1, number: 1 }, { unique: true });
  rows = connection.model<Row>('Row', schema);
  await rows.createIndexes();
});
afterAll(() => connection.close());
beforeEach(() => rows.deleteMany({}));

const row = (number: number, text: string) => ({ key: { sheet: 's', number }, set: { text } });
const texts = async () =>
  (await rows.find().sort({ number: 1 }).lean<Row[]>()).map(({ text }) => text);

describe('writes under a fence', () => {
  it('insert once and change afterwards, in any number', async () => {
    const many = Array.from({ length: 1_200 }, (_, number) => row(number, 'a'));
    expect(await upsertFenced(rows, fence(1), many)).toEqual({ inserted: 1_200, changed: 0 });
    expect(await upsertFenced(rows, fence(1), many)).toEqual({ inserted: 0, changed: 0 });
    const changed = await upsertFenced(rows, fence(2), [row(3, 'b')]);
    expect(changed).toEqual({ inserted: 0, changed: 1 });
    expect(await rows.countDocuments()).toBe(1_200);
  });

  it('are refused where a later claim has written, and nowhere else', async () => {
    await upsertFenced(rows, fence(5), [row(1, 'later')]);
    const late = upsertFenced(rows, fence(4), [row(1, 'late'), row(2, 'late')]);
    await expect(late).rejects.toMatchObject({ code: 'CLAIM_LOST' });
    expect((await texts())[0]).toBe('later');
  });

  it('are refused before anything is sent when the claim is known to be lost', async () => {
    await expect(upsertFenced(rows, lost, [row(1, 'late')])).rejects.toThrow('lost');
    await expect(updateFenced(rows, lost, {}, { $set: { text: 'x' } })).rejects.toThrow('lost');
    await expect(deleteFenced(rows, lost, {})).rejects.toThrow('lost');
    await expect(lockFenced(rows, lost, {})).rejects.toThrow('lost');
    expect(await rows.countDocuments()).toBe(0);
  });

  it('take over documents from before there were fences', async () => {
    await rows.collection.insertOne({ sheet: 's', number: 1, text: 'old' });
    await upsertFenced(rows, fence(1), [row(1, 'new')]);
    expect(await texts()).toEqual(['new']);
  });

  it('update one document, say when there is none, and are refused after a later one', async () => {
    await upsertFenced(rows, fence(1), [row(1, 'a')]);
    const one = { sheet: 's', number: 1 };
    expect(await updateFenced(rows, fence(2), one, { $set: { text: 'b' } })).toBe(true);
    expect(await updateFenced(rows, fence(2), { number: 9 }, { $set: { text: 'b' } })).toBe(false);
    await expect(updateFenced(rows, fence(1), one, { $set: { text: 'c' } })).rejects.toMatchObject({
      code: 'CLAIM_LOST',
    });
    expect(await texts()).toEqual(['b']);
  });

  it('delete what no later claim has written, and say when one has', async () => {
    await upsertFenced(rows, fence(1), [row(1, 'a'), row(2, 'b')]);
    expect(await deleteFenced(rows, fence(2), { number: 1 })).toBe(1);
    await upsertFenced(rows, fence(3), [row(2, 'c')]);
    await expect(deleteFenced(rows, fence(2), { sheet: 's' })).rejects.toMatchObject({
      code: 'CLAIM_LOST',
    });
    expect(await texts()).toEqual(['c']);
  });

  it('are refused once a later claim has taken the document, before it has changed it', async () => {
    await upsertFenced(rows, fence(1), [row(1, 'a')]);
    expect(await lockFenced(rows, fence(2), { number: 1 })).toMatchObject({ text: 'a', fence: 2 });
    expect(await lockFenced(rows, fence(2), { number: 9 })).toBeUndefined();
    const late = [
      upsertFenced(rows, fence(1), [row(1, 'late')]),
      updateFenced(rows, fence(1), { number: 1 }, { $set: { text: 'late' } }),
      lockFenced(rows, fence(1), { number: 1 }),
    ];
    for (const write of await Promise.allSettled(late)) {
      expect(write).toMatchObject({ status: 'rejected', reason: { code: 'CLAIM_LOST' } });
    }
    expect(await texts()).toEqual(['a']);
  });
});
