import { type BusinessLocationDefinition } from '@tributary/google-emulator';
import { accountWith, locationWith } from '../factories/business';
import { type Client } from '../factories/client';
import { newUser } from '../factories/live-client';
import { ReviewApp } from '../factories/review-app';

const PATH = '/api/v1/review-fetch';

interface Nested {
  job_id: string;
  status: string;
  outcome: string | null;
  accounts: {
    account: string;
    locations: {
      location: string;
      complete: boolean | null;
      reviews: { review_id: string; rating: number; comment: string | null }[];
    }[];
  }[];
}

let app: ReviewApp;
let user: string;
let client: Client;
let ids = 100;

beforeAll(async () => {
  app = await ReviewApp.start();
});
beforeEach(async () => {
  user = newUser();
  client = await app.client(user);
});
afterEach(() => app.emulator.faults.clear());

const newId = (): string => String(ids++);

/** A merchant whom only this test knows, with one account for each list of locations. */
function merchant(...accounts: (readonly BusinessLocationDefinition[])[]): string {
  const email = `${newUser()}@shop.example`;
  app.emulator.accounts.addUser(email);
  for (const locations of accounts) {
    app.emulator.business.add({ ...accountWith(newId(), locations), members: [email] });
  }
  return email;
}

async function nestedOf(id: string): Promise<Nested> {
  const { body } = await client.get(`${PATH}/${id}/nested`).expect(200);
  return body as Nested;
}

describe('the nested output of a job', () => {
  it('has every review as the job saw it, under every account that shows its location', async () => {
    const shared = locationWith(newId(), 120);
    const email = merchant([shared, locationWith(newId(), 3)], []);
    const second = String(ids - 1);
    app.emulator.business.shareLocation(second, shared.id);
    const { job_id } = await app.fetch(client, app.token({ email }));
    const before = await nestedOf(job_id);
    expect(before).toMatchObject({ job_id, status: 'succeeded', outcome: 'complete' });
    const places = before.accounts.flatMap(({ account, locations }) =>
      locations.map(({ location, complete, reviews }) => [
        account,
        location,
        complete,
        new Set(reviews.map(({ review_id }) => review_id)).size,
      ]),
    );
    expect(places.sort()).toEqual(
      [
        [`accounts/${ids - 2}`, `locations/${shared.id}`, true, 120],
        [`accounts/${ids - 2}`, `locations/${Number(shared.id) + 1}`, true, 3],
        [`accounts/${second}`, `locations/${shared.id}`, true, 120],
      ].sort(),
    );

    app.emulator.business.editReview(shared.id, `${shared.id}-0`, { stars: 5, comment: 'Later' });
    await app.fetch(client, app.token({ email }));
    expect(await nestedOf(job_id)).toEqual(before);
  });

  it('is nobody else’s', async () => {
    const { job_id } = await app.fetch(client, app.token({ email: merchant([]) }));
    const other = await app.client(newUser());
    for (const id of [job_id, 'x']) {
      await other.get(`${PATH}/${id}/nested`).expect(404, { detail: 'Job not found' });
    }
  });
});

describe('fetching and answering at once', () => {
  it('answers the nested output', async () => {
    const email = merchant([locationWith(newId(), 7)]);
    const { body } = await client
      .post('/api/v1/demo/nested', { access_token: app.token({ email }) })
      .expect(200);
    const { status, accounts } = body as Nested;
    expect(status).toBe('succeeded');
    expect(accounts[0]?.locations[0]?.reviews).toHaveLength(7);
  });

  it('answers 202 when the job waits for a token', async () => {
    const email = merchant([locationWith(newId(), 60)]);
    app.emulator.faults.add({ kind: 'expired-token', path: /reviews/, times: 1 });
    const { body } = await client
      .post('/api/v1/demo/nested', { access_token: app.token({ email }) })
      .expect(202);
    expect(body).toMatchObject({ status: 'waiting_for_token', job_id: expect.any(String) });
    await client.delete(`${PATH}/${(body as Nested).job_id}`).expect(202);
  });

  it('refuses a token in the address, and says where it belongs', async () => {
    for (const sent of [
      client.get('/api/v1/demo/stream/nested?access_token=ya29.secret'),
      client.post('/api/v1/demo/nested?access_token=ya29.secret', {}),
      client.get(`${PATH}/x/stream?token=eyJ`),
    ]) {
      const { body } = await sent.expect(400);
      expect((body as { detail: string }).detail).toMatch(/POST .*review-fetch.*\?job_id=/);
    }
    await client.post('/api/v1/demo/nested', {}).expect(400);
    await client.get('/api/v1/demo/stream/nested').expect(422);
  });
});

describe('the page /demo', () => {
  it('loads only files of its own, and runs no inline script', async () => {
    const page = await client
      .get('/demo')
      .expect(200)
      .expect('content-type', /text\/html/);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/default-src 'none'; script-src 'self';/);
    expect(policy).not.toMatch(/unsafe/);
    expect(page.text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/);
    const files = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file]) => file);
    expect(files.sort()).toEqual(['/demo/demo.css', '/demo/demo.js']);
    for (const file of files) await client.get(String(file)).expect(200);
    const script = await client.get('/demo/demo.js').expect('content-type', /javascript/);
    expect(script.body ?? script.text).toBeDefined();
  });

  it('is served where it is switched on', async () => {
    const off = await ReviewApp.start({ ROLE: 'api', DEMO_ENABLED: 'false' });
    const stranger = await off.client(newUser());
    await stranger.get('/demo').expect(404);
    await stranger.get('/demo/demo.js').expect(404);
  });
});
