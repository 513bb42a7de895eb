import { type INestApplicationContext } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Test } from '@nestjs/testing';
import { MongoModule } from '@tributary/mongo';
import { randomUUID } from 'node:crypto';
import { User, UserSchema } from '../../src/auth/schemas/user.schema';
import { UserRepository } from '../../src/auth/user.repository';
import { testEnvironment } from '../factories/environment';

const newUser = () => ({
  email: `${randomUUID()}@shop.example`,
  password_hash: 'scrypt$...',
  role: 'user' as const,
});

describe('the user repository', () => {
  let context: INestApplicationContext;
  let users: UserRepository;

  beforeAll(async () => {
    context = await Test.createTestingModule({
      imports: [
        MongoModule.forRoot(testEnvironment().MONGODB_URL),
        MongooseModule.forFeature([{ name: User.name, schema: UserSchema }]),
      ],
      providers: [UserRepository],
    }).compile();
    users = context.get(UserRepository);
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
