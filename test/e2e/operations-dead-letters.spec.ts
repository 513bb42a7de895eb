import { DomainError } from '@tributary/common';
import {
  type DeadLetterGroupDto,
  type GroupReplayDto,
} from '../../src/operations/dto/dead-letter-group.dto';
import {
  type DeadLetterDetailsDto,
  type DeadLetterDto,
  type DeadLetterPageDto,
} from '../../src/operations/dto/dead-letter.dto';
import { eventually } from '../factories/eventually';
import {
  newSubject,
  type PipelineApp,
  reaches,
  startPipelineApp,
  TEST_KIND,
  trigger,
} from '../factories/pipeline-app';

const LETTERS = '/api/v1/operations/dead-letters';
const GROUPS = `${LETTERS}/groups`;
const NOBODY = 'f'.repeat(24);
const LATER = new Date(Date.now() + 3_600_000);

describe('dead letters', () => {
  let test: PipelineApp;

  beforeAll(async () => {
    test = await startPipelineApp();
  });

  const get = async (id: string) =>
    (await test.admin.get(`${LETTERS}/${id}`).expect(200)).body as DeadLetterDetailsDto;
  const list = async (query: string) =>
    (await test.admin.get(`${LETTERS}?${query}`).expect(200)).body as DeadLetterPageDto;

  /** A run that fails for good, for a reason of its own unless told, and the letter it leaves. */
  async function failed(
    options: { subject?: string; owner?: string; reason?: string } = {},
  ): Promise<DeadLetterDto> {
    const { subject = newSubject(), owner = newSubject(), reason = words() } = options;
    test.bench.failures.set(subject, new DomainError('PARSE_ERROR', { cause: new Error(reason) }));
    const run_id = await trigger(test, subject, { owner });
    const letter = await eventually('the letter is kept', async () =>
      (await list(`owner=${owner}`)).data.find((one) => one.run_id === run_id),
    );
    test.bench.failures.delete(subject);
    return letter;
  }

  const timesDone = (subject: string) => test.bench.done.filter((done) => done === subject).length;

  it('are listed newest first, in pages, and filtered by state, kind, group and owner', async () => {
    const owner = newSubject();
    const first = await failed({ owner });
    const second = await failed({ owner });
    const third = await failed({ owner });
    await test.admin.post(`${LETTERS}/${second.id}/discard`).expect(200);

    const ids = async (query: string) =>
      (await list(`owner=${owner}&${query}`)).data.map(({ id }) => id);
    expect(await ids('')).toEqual([third.id, first.id]);
    expect(await ids('page=2&page_size=1')).toEqual([first.id]);
    expect(await ids('state=discarded')).toEqual([second.id]);
    expect(await ids(`kind=${TEST_KIND}&group=${first.group}`)).toEqual([first.id]);
    expect(await ids('kind=pipeline.check')).toEqual([]);
    expect(await list(`owner=${owner}`)).toMatchObject({ total: 2, page: 1, total_pages: 1 });
  });

  it.each([
    ['state=lost', 'state'],
    ['kind=nobody.knows', 'kind'],
    ['group=', 'group'],
  ])('refuse the filter %s', async (query, field) => {
    const { body } = await test.admin.get(`${LETTERS}?${query}`).expect(422);
    expect(body.detail[0].loc).toEqual(['query', field]);
  });

  it('show error, cause and history, with the secrets of the payload hidden', async () => {
    const subject = newSubject();
    const { id, run_id } = await failed({
      subject,
      owner: 'mai',
      reason: 'Row 17 of "orders" is no date',
    });
    const letter = await get(id);
    expect(letter).toEqual({
      id,
      run_id,
      state: 'open',
      item: null,
      kind: TEST_KIND,
      subject,
      owner: 'mai',
      error: {
        code: 'PARSE_ERROR',
        category: 'parsing',
        message: "The source's answer could not be read.",
        retryable: false,
      },
      cause: 'Error: Row 17 of "orders" is no date',
      pattern: 'Error: Row <n> of <text> is no date',
      group: expect.stringMatching(/^[0-9a-f]{16}$/),
      created_at: expect.any(String),
      closed_at: null,
      replay_run_id: null,
      payload: { sheet: 'orders', password: '[sealed]' },
      history: [
        expect.objectContaining({ what: 'created' }),
        expect.objectContaining({ what: 'started', worker: expect.any(String) }),
        expect.objectContaining({ what: 'failed', cause: 'Error: Row 17 of "orders" is no date' }),
      ],
    });
    expect(JSON.stringify(letter)).not.toContain('hunter2');
  });

  it.each([NOBODY, 'nonsense'])('are not there under %s', async (id) => {
    const gone = { detail: 'Dead letter not found' };
    await test.admin.get(`${LETTERS}/${id}`).expect(404, gone);
    await test.admin.post(`${LETTERS}/${id}/replay`).expect(404, gone);
    await test.admin.post(`${LETTERS}/${id}/discard`).expect(404, gone);
  });

  describe('replaying one', () => {
    it('does its work once, and answers twice with the same run', async () => {
      const subject = newSubject();
      const letter = await failed({ subject, owner: 'mai' });

      const { body: first } = await test.admin.post(`${LETTERS}/${letter.id}/replay`).expect(202);
      expect(first).toEqual({
        run_id: expect.not.stringContaining(letter.run_id),
        status: 'queued',
        already_replayed: false,
      });
      await reaches(test, first.run_id as string, 'succeeded');
      const { body: second } = await test.admin.post(`${LETTERS}/${letter.id}/replay`).expect(202);
      expect(second).toEqual({
        run_id: first.run_id,
        status: 'succeeded',
        already_replayed: true,
      });
      expect(timesDone(subject)).toBe(1);

      expect(await get(letter.id)).toMatchObject({
        state: 'replayed',
        closed_at: expect.any(String),
        replay_run_id: first.run_id,
      });
      const run = await test.admin.get(`/api/v1/operations/runs/${first.run_id}`).expect(200);
      expect(run.body).toMatchObject({ replay_of: letter.id, payload: { sheet: 'orders' } });
    });

    it('does its work once when many ask at the same moment', async () => {
      const subject = newSubject();
      const { id } = await failed({ subject });
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => test.admin.post(`${LETTERS}/${id}/replay`).expect(202)),
      );
      const ids = new Set(answers.map(({ body }) => body.run_id as string));
      expect(ids.size).toBe(1);
      expect(answers.filter(({ body }) => !body.already_replayed)).toHaveLength(1);
      for (const run_id of ids) await reaches(test, run_id, 'succeeded');
      expect(timesDone(subject)).toBe(1);
    });

    it('waits for another run on the same subject to end', async () => {
      const subject = newSubject();
      const { id } = await failed({ subject });
      const other = await trigger(test, subject, { notBefore: LATER });
      const { body } = await test.admin.post(`${LETTERS}/${id}/replay`).expect(409);
      expect(body.detail).toContain('Another run works on the same subject');
      expect(await get(id)).toMatchObject({ state: 'open' });
      await test.admin.post(`/api/v1/operations/runs/${other}/cancel`).expect(202);
      await test.admin.post(`${LETTERS}/${id}/replay`).expect(202);
    });

    it('that fails again leaves a letter of its own', async () => {
      const subject = newSubject();
      const owner = newSubject();
      const reason = words();
      const first = await failed({ subject, owner, reason });
      test.bench.failures.set(
        subject,
        new DomainError('PARSE_ERROR', { cause: new Error(reason) }),
      );
      const { body } = await test.admin.post(`${LETTERS}/${first.id}/replay`).expect(202);
      const again = await eventually('the second letter is kept', async () =>
        (await list(`owner=${owner}`)).data.find(({ run_id }) => run_id === body.run_id),
      );
      expect(again.group).toBe(first.group);
    });
  });

  describe('discarding one', () => {
    it('closes it for good: it cannot be replayed any more', async () => {
      const subject = newSubject();
      const { id } = await failed({ subject });
      const { body } = await test.admin.post(`${LETTERS}/${id}/discard`).expect(200);
      expect(body).toMatchObject({ id, state: 'discarded', closed_at: expect.any(String) });
      const again = await test.admin.post(`${LETTERS}/${id}/discard`).expect(200);
      expect(again.body.closed_at).toBe(body.closed_at);
      await test.admin.post(`${LETTERS}/${id}/replay`).expect(409);
      expect(timesDone(subject)).toBe(0);
    });

    it('is too late when it was replayed', async () => {
      const { id } = await failed();
      await test.admin.post(`${LETTERS}/${id}/replay`).expect(202);
      const { body } = await test.admin.post(`${LETTERS}/${id}/discard`).expect(409);
      expect(body.detail).toContain('was replayed');
    });
  });

  describe('groups of them', () => {
    /** Three runs that fail for the same reason but for its particulars. */
    async function groupOfThree(): Promise<{ group: string; subjects: string[]; ids: string[] }> {
      const reason = words();
      const subjects = [newSubject(), newSubject(), newSubject()];
      const letters: DeadLetterDto[] = [];
      for (const [row, subject] of subjects.entries()) {
        letters.push(await failed({ subject, reason: `${reason} in row ${row}` }));
      }
      const groups = new Set(letters.map(({ group }) => group));
      expect(groups.size).toBe(1);
      const [group = ''] = groups;
      return { group, subjects, ids: letters.map(({ id }) => id) };
    }

    it('are shown with their numbers, largest first', async () => {
      const { group, ids } = await groupOfThree();
      const { body } = await test.admin.get(`${GROUPS}?kind=${TEST_KIND}`).expect(200);
      const groups = body as DeadLetterGroupDto[];
      const counts = groups.map(({ count }) => count);
      expect(counts).toEqual([...counts].sort((a, b) => b - a));
      const [first, last] = [await get(ids[0] ?? ''), await get(ids[2] ?? '')];
      expect(groups.find((one) => one.group === group)).toEqual({
        group,
        kind: TEST_KIND,
        code: 'PARSE_ERROR',
        category: 'parsing',
        pattern: first.pattern,
        count: 3,
        first_at: first.created_at,
        last_at: last.created_at,
      });
      expect((await test.admin.get(`${GROUPS}?kind=pipeline.check`).expect(200)).body).toEqual([]);
      await test.admin.get(`${GROUPS}?kind=nobody.knows`).expect(422);
    });

    it.each([[undefined], [{}], [{ dry_run: true }]])(
      'are only counted when a replay or discard says %j',
      async (body) => {
        const { group, subjects } = await groupOfThree();
        const replay = await test.admin.post(`${GROUPS}/${group}/replay`, body).expect(200);
        expect(replay.body).toEqual({
          dry_run: true,
          count: 3,
          replayed: 0,
          skipped: 0,
          remaining: 3,
        });
        const discard = await test.admin.post(`${GROUPS}/${group}/discard`, body).expect(200);
        expect(discard.body).toEqual({ dry_run: true, count: 3, discarded: 0 });
        expect((await list(`group=${group}`)).total).toBe(3);
        expect(subjects.map(timesDone)).toEqual([0, 0, 0]);
      },
    );

    it('refuse a dry_run that is neither true nor false', async () => {
      const { body } = await test.admin
        .post(`${GROUPS}/abc/replay`, { dry_run: 'false' })
        .expect(422);
      expect(body.detail[0].loc).toEqual(['body', 'dry_run']);
    });

    it('are replayed but for those whose subject another run works on, and each once', async () => {
      const { group, subjects } = await groupOfThree();
      const busy = await trigger(test, subjects[1] ?? '', { notBefore: LATER });
      const replay = async () =>
        (await test.admin.post(`${GROUPS}/${group}/replay`, { dry_run: false }).expect(200))
          .body as GroupReplayDto;

      expect(await replay()).toEqual({
        dry_run: false,
        count: 3,
        replayed: 2,
        skipped: 1,
        remaining: 0,
      });
      await test.admin.post(`/api/v1/operations/runs/${busy}/cancel`).expect(202);
      expect(await replay()).toMatchObject({ count: 1, replayed: 1, skipped: 0, remaining: 0 });
      expect(await replay()).toMatchObject({ count: 0, replayed: 0 });

      await eventually('all are done', () =>
        subjects.every((subject) => timesDone(subject) > 0) ? true : undefined,
      );
      expect(subjects.map(timesDone)).toEqual([1, 1, 1]);
      expect((await list(`group=${group}&state=replayed`)).total).toBe(3);
    });

    it('are discarded together', async () => {
      const { group } = await groupOfThree();
      const { body } = await test.admin
        .post(`${GROUPS}/${group}/discard`, { dry_run: false })
        .expect(200);
      expect(body).toEqual({ dry_run: false, count: 3, discarded: 3 });
      expect((await list(`group=${group}`)).total).toBe(0);
      expect((await list(`group=${group}&state=discarded`)).total).toBe(3);
    });
  });
});

/** A reason that no other failure has: letters only, since numbers are particulars. */
function words(): string {
  const letters = [...newSubject()].map((sign) => 'abcdefghijklmnop'[parseInt(sign, 16)] ?? '');
  return `Cannot read ${letters.join('')}`;
}
