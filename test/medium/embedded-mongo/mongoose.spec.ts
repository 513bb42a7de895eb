import mongoose, { type Connection, type Model, Schema, Types } from 'mongoose';
import { mongoUnderTest, onEmbedded } from '../../support/embedded-mongo/mongo-under-test';

const mongo = mongoUnderTest();
let connection: Connection;

beforeAll(async () => {
  connection = await mongoose.createConnection(mongo.urlOfDatabase()).asPromise();
});
afterAll(() => connection.close());

interface User {
  email: string;
  name?: string;
  age?: number;
  tags: string[];
  address?: { city: string };
  items: Types.DocumentArray<{ sku: string; qty: number }>;
  organisation?: Types.ObjectId;
  extra?: unknown;
  createdAt: Date;
  updatedAt: Date;
}

const userSchema = new Schema<User>(
  {
    email: { type: String, unique: true, lowercase: true, required: true },
    name: String,
    age: { type: Number, min: 0, index: true },
    tags: [String],
    address: { city: String },
    items: [{ sku: String, qty: Number }],
    organisation: { type: Schema.Types.ObjectId, ref: 'Organisation' },
    extra: Schema.Types.Mixed,
  },
  { timestamps: true },
);

let Users: Model<User>;
let Organisations: Model<{ name: string }>;
beforeAll(async () => {
  Users = connection.model<User>('User', userSchema);
  Organisations = connection.model<{ name: string }>(
    'Organisation',
    new Schema<{ name: string }>({ name: String }),
  );
  await Promise.all([Users.init(), Organisations.init()]);
});
beforeEach(() => Users.deleteMany({}));

describe('documents', () => {
  it('are created, found, changed and removed', async () => {
    const created = await Users.create({ email: 'Ann@Shop.example', tags: ['a'], age: 30 });
    const found = await Users.findOne({ email: 'ann@shop.example' }).orFail();
    expect(found.id).toBe(created.id);
    found.name = 'Ann';
    found.tags.push('b');
    await found.save();
    expect(await Users.findById(created._id).lean()).toMatchObject({
      name: 'Ann',
      tags: ['a', 'b'],
    });
    await found.deleteOne();
    expect(await Users.exists({ _id: created._id })).toBeNull();
  });

  it('carry their times', async () => {
    const user = await Users.create({ email: 'a@shop.example' });
    expect(user.createdAt).toEqual(user.updatedAt);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await Users.updateOne({ _id: user._id }, { $set: { age: 1 } });
    const later = await Users.findById(user._id).orFail();
    expect(later.createdAt).toEqual(user.createdAt);
    expect(later.updatedAt.getTime()).toBeGreaterThan(user.updatedAt.getTime());
    const upserted = await Users.findOneAndUpdate(
      { email: 'b@shop.example' },
      { age: 2 },
      { upsert: true, returnDocument: 'after' },
    ).orFail();
    expect(upserted.createdAt).toBeInstanceOf(Date);
  });

  it('are validated before they are sent, and unique in the store', async () => {
    await expect(Users.create({ email: 'a@shop.example', age: -1 })).rejects.toThrow(/age/);
    await Users.create({ email: 'a@shop.example' });
    await expect(Users.create({ email: 'A@shop.example' })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { email: 1 },
      keyValue: { email: 'a@shop.example' },
    });
    const many = Users.insertMany(
      [{ email: 'a@shop.example' }, { email: 'b@shop.example' }, { email: 'b@shop.example' }],
      { ordered: false },
    );
    await expect(many).rejects.toMatchObject({ code: 11000 });
    expect(await Users.countDocuments()).toBe(2);
  });

  it('change inside arrays of subdocuments', async () => {
    const user = await Users.create({
      email: 'a@shop.example',
      items: [
        { sku: 'x', qty: 1 },
        { sku: 'y', qty: 5 },
      ],
    });
    await Users.updateOne({ 'items.sku': 'y' }, { $inc: { 'items.$.qty': 2 } });
    await Users.updateOne(
      { _id: user._id },
      { $set: { 'items.$[few].qty': 100 } },
      { arrayFilters: [{ 'few.qty': { $lt: 3 } }] },
    );
    const found = await Users.findById(user._id).orFail();
    expect(found.items.map(({ qty }) => qty)).toEqual([100, 7]);
    const [first] = found.items;
    expect(first?._id).toBeInstanceOf(Types.ObjectId);
    first?.deleteOne();
    found.items.push({ sku: 'z', qty: 0 });
    await found.save();
    const after = await Users.findById(user._id).lean().orFail();
    expect(after.items.map(({ sku }) => sku)).toEqual(['y', 'z']);
  });

  it('refer to others', async () => {
    const organisation = await Organisations.create({ name: 'Acme' });
    await Users.create({ email: 'a@shop.example', organisation: organisation._id });
    const user = await Users.findOne().populate<{ organisation: { name: string } }>('organisation');
    expect(user?.organisation.name).toBe('Acme');
  });

  it('tell when somebody else was first', async () => {
    const schema = new Schema({ n: Number, list: [Number] }, { optimisticConcurrency: true });
    const Counters = connection.model(mongo.newName(), schema);
    const { _id } = await Counters.create({ n: 0 });
    const [one, two] = await Promise.all([
      Counters.findById(_id).orFail(),
      Counters.findById(_id).orFail(),
    ]);
    one.n = 1;
    await one.save();
    two.n = 2;
    await expect(two.save()).rejects.toThrow(mongoose.Error.VersionError);
    expect(await Counters.findById(_id).lean()).toMatchObject({ n: 1, __v: 1 });
  });

  it('come in kinds', async () => {
    const Events = connection.model(
      mongo.newName(),
      new Schema({ at: Date }, { discriminatorKey: 'kind' }),
    );
    const Clicks = Events.discriminator(mongo.newName(), new Schema({ url: String }), 'click');
    const Sales = Events.discriminator(mongo.newName(), new Schema({ amount: Number }), 'sale');
    await Clicks.create({ at: new Date(), url: '/' });
    await Sales.create({ at: new Date(), amount: 5 });
    expect(await Events.countDocuments()).toBe(2);
    expect(await Clicks.find().lean()).toMatchObject([{ kind: 'click', url: '/' }]);
    expect((await Events.findOne({ kind: 'sale' }))?.get('amount')).toBe(5);
  });

  it('hold maps, decimals, buffers, long numbers and anything', async () => {
    const Rich = connection.model(
      mongo.newName(),
      new Schema({
        map: { type: Map, of: Number },
        price: Schema.Types.Decimal128,
        bytes: Buffer,
        big: BigInt,
        uuid: Schema.Types.UUID,
        any: Schema.Types.Mixed,
      }),
    );
    const uuid = '11111111-2222-4333-8444-555555555555';
    await Rich.create({
      map: { a: 1 },
      price: '1.10',
      bytes: Buffer.from('abc'),
      big: 9_007_199_254_740_993n,
      uuid,
      any: { nested: [1, { deep: null }] },
    });
    const rich = await Rich.findOne({ uuid, big: 9_007_199_254_740_993n }).orFail();
    expect(rich.map?.get('a')).toBe(1);
    expect(String(rich.price)).toBe('1.10');
    expect(rich.bytes?.toString()).toBe('abc');
    expect(rich.big).toBe(9_007_199_254_740_993n);
    expect(rich.any).toEqual({ nested: [1, { deep: null }] });
  });
});

describe('queries', () => {
  beforeEach(() =>
    Users.insertMany(
      Array.from({ length: 30 }, (_, i) => ({
        email: `user${i}@shop.example`,
        age: i,
        name: i % 2 ? 'Odd' : 'Even',
        address: { city: `City ${i % 3}` },
      })),
    ),
  );

  it('page, sort, select and count', async () => {
    const page = await Users.find({ age: { $gte: 5 } })
      .sort('-age')
      .skip(2)
      .limit(3)
      .select('age -_id')
      .lean();
    expect(page).toEqual([{ age: 27 }, { age: 26 }, { age: 25 }]);
    expect(await Users.countDocuments({ name: 'Odd' })).toBe(15);
    expect(await Users.estimatedDocumentCount()).toBe(30);
    expect(await Users.distinct('address.city')).toEqual(['City 0', 'City 1', 'City 2']);
    expect(await Users.find({ name: /^ODD$/i }).countDocuments()).toBe(15);
    expect(await Users.where('age').gt(3).lt(6).countDocuments()).toBe(2);
  });

  it('stream', async () => {
    let sum = 0;
    for await (const { age } of Users.find().lean().cursor({ batchSize: 4 })) sum += age ?? 0;
    expect(sum).toBe(435);
    const seen: string[] = [];
    await Users.find({ age: { $lt: 5 } })
      .cursor()
      .eachAsync((user) => void seen.push(user.email), { parallel: 2 });
    expect(seen).toHaveLength(5);
  });

  it('aggregate', async () => {
    const groups = await Users.aggregate<{ _id: string; ages: number }>([
      { $match: { age: { $lt: 10 } } },
      { $group: { _id: '$name', ages: { $sum: '$age' } } },
      { $sort: { _id: 1 } },
    ]);
    expect(groups).toEqual([
      { _id: 'Even', ages: 20 },
      { _id: 'Odd', ages: 25 },
    ]);
  });

  it('write in bulk', async () => {
    const outcome = await Users.bulkWrite([
      { updateOne: { filter: { age: 1 }, update: { $set: { name: 'One' } } } },
      {
        updateOne: {
          filter: { email: 'new@shop.example' },
          update: { $set: { age: 99 } },
          upsert: true,
        },
      },
      { deleteMany: { filter: { age: { $lt: 1 } } } },
    ]);
    expect(outcome).toMatchObject({ modifiedCount: 1, upsertedCount: 1, deletedCount: 1 });
    expect((await Users.findOne({ age: 99 }))?.createdAt).toBeInstanceOf(Date);
    const users = await Users.find({ age: { $gte: 28 } });
    users.forEach((user) => (user.name = 'Old'));
    await Users.bulkSave(users);
    expect(await Users.countDocuments({ name: 'Old' })).toBe(3);
  });

  it('explain', async () => {
    const explained = JSON.stringify(await Users.find({ age: 5 }).explain('queryPlanner'));
    expect(explained).toContain('age_1');
    expect(explained).not.toContain('COLLSCAN');
  });
});

describe('indexes', () => {
  it('are made as the schema says, compared and brought in line', async () => {
    const schema = new Schema({ a: Number, b: String, at: Date });
    schema.index({ a: 1, b: -1 }, { unique: true });
    schema.index({ b: 'text' });
    schema.index({ at: 1 }, { expireAfterSeconds: 3_600 });
    schema.index({ b: 1 }, { partialFilterExpression: { a: { $gt: 0 } } });
    const Indexed = connection.model(mongo.newName(), schema);
    await Indexed.createCollection();
    await Indexed.ensureIndexes();
    expect(await Indexed.diffIndexes()).toMatchObject({ toDrop: [], toCreate: [] });
    expect(await Indexed.syncIndexes()).toEqual([]);
    await Indexed.collection.createIndex({ stray: 1 });
    await Indexed.collection.dropIndex('at_1');
    const difference = await Indexed.diffIndexes();
    expect(difference.toDrop).toEqual(['stray_1']);
    expect(difference.toCreate).toHaveLength(1);
    expect(await Indexed.syncIndexes()).toEqual(['stray_1']);
    expect((await Indexed.listIndexes()).map(({ name }: { name?: string }) => name).sort()).toEqual(
      ['_id_', 'a_1_b_-1', 'at_1', 'b_1', 'b_text'],
    );
  });
});

onEmbedded('transactions', () => {
  it('are refused as a standalone refuses them', async () => {
    const transaction = connection.transaction(async (session) => {
      await Users.create([{ email: 'tx@shop.example' }], { session });
    });
    await expect(transaction).rejects.toThrow(/retryable writes|Transaction numbers/);
    expect(await Users.countDocuments()).toBe(0);
  });
});
