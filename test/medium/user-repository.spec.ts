import { type INestApplicationContext, type Type } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Test } from '@nestjs/testing';
import { ConfigModule } from '@tributary/config';
import { MongoModule } from '@tributary/mongo';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FileUserRepository } from '../../src/auth/file-user.repository';
import { MongoUserRepository } from '../../src/auth/mongo-user.repository';
import { User, UserSchema } from '../../src/auth/schemas/user.schema';
import { type UserRepository } from '../../src/auth/user.repository';
import { testEnvironment } from '../factories/environment';

const environment = testEnvironment();
const { MONGODB_URL } = environment;

const imports = [
  ConfigModule.forRoot(environment),
  ...(MONGODB_URL
    ? [
        MongoModule.forRoot(MONGODB_URL),
        MongooseModule.forFeature([{ name: User.name, schema: UserSchema }]),
      ]
    : []),
];

/** The store that has an address is tested with the one that needs none. */
const REPOSITORIES: [string, Type<UserRepository>][] = [
  ['files', FileUserRepository],
  ...(MONGODB_URL ? [['MongoDB', MongoUserRepository] as [string, Type<UserRepository>]] : []),
];

const newUser = () => ({
  email: `${randomUUID()}@shop.example`,
  password_hash: 'scrypt$...',
  role: 'user' as const,
});

describe.each(REPOSITORIES)('the user repository on %s', (_, implementation) => {
  let context: INestApplicationContext;
  let users: UserRepository;

  beforeAll(async () => {
    context = await Test.createTestingModule({ imports, providers: [implementation] }).compile();
    users = context.get(implementation);
  });
  afterAll(() => context.close());

  it('finds an account by its email and by its id', async () => {
    const user = newUser();
    const stored = await users.create(user);
    expect(stored).toMatchObject({ ...user, id: expect.any(String), created_at: expect.any(Date) });
    expect(await users.findByEmail(user.email)).toEqual(stored);
    expect(await users.findById(stored?.id ?? '')).toEqual(stored);
  });

  it('keeps an email for the first of many who ask at once', async () => {
    const user = newUser();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => users.create(user)));
    const created = outcomes.filter((outcome) => outcome !== undefined);
    expect(created).toHaveLength(1);
    expect(await users.findByEmail(user.email)).toEqual(created[0]);
  });

  it.each(['', 'nobody@shop.example', '../../etc/passwd'])('finds nobody as %p', async (name) => {
    expect(await users.findByEmail(name)).toBeUndefined();
    expect(await users.findById(name)).toBeUndefined();
  });
});

it('the user repository on files leaves nothing behind of a refused account', async () => {
  const { DATA_DIR, ...rest } = testEnvironment();
  const users = new FileUserRepository({ ...rest, DATA_DIR });
  const user = newUser();
  await users.create(user);
  await users.create(user);
  expect(readdirSync(join(DATA_DIR, 'users'))).toHaveLength(2);
});
