import { startWithDriver, type DriverFixture } from '../server/testing/driver-fixture';

describe('a declared API version', () => {
  let fixture: DriverFixture;

  beforeAll(async () => {
    fixture = await startWithDriver();
  });
  afterAll(() => fixture.stop());

  const declare = (declaration: object, command: object = { ping: 1 }): Promise<unknown> =>
    fixture.db.command({ ...command, ...declaration });

  it('has to be version 1', async () => {
    await expect(declare({ apiVersion: '1', apiDeprecationErrors: true })).resolves.toBeDefined();
    await expect(declare({ apiVersion: '2' })).rejects.toMatchObject({ code: 322 });
    await expect(declare({ apiStrict: true })).rejects.toMatchObject({ code: 4886600 });
  });

  it('keeps a strict client to the commands and stages of that version', async () => {
    const strict = { apiVersion: '1', apiStrict: true };
    const aggregate = (stage: object): object => ({
      aggregate: 'c',
      pipeline: [stage],
      cursor: {},
    });
    const refused = { code: 323, codeName: 'APIStrictError' };
    await expect(declare(strict)).resolves.toBeDefined();
    await expect(declare(strict, { find: 'c' })).resolves.toBeDefined();
    await expect(declare(strict, { distinct: 'c', key: 'a' })).rejects.toMatchObject(refused);
    await expect(declare(strict, aggregate({ $match: {} }))).resolves.toBeDefined();
    await expect(declare(strict, aggregate({ $indexStats: {} }))).rejects.toMatchObject(refused);
    await expect(declare({ apiVersion: '1' }, { distinct: 'c', key: 'a' })).resolves.toBeDefined();
  });
});
