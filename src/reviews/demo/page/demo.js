// What comes from Google is put into the page as text only, never as HTML.
const API = '/api/v1';
/** A location shows these; it counts all of them. */
const REVIEWS_SHOWN = 50;
const RECONNECT_MS = 2_000;

const byId = (id) => document.getElementById(id);
let accessToken;
let following;
let view;

byId('sign-in').addEventListener('submit', (event) =>
  submitted(event, async ({ email, password }) => {
    const answer = await call('POST', '/auth/login', { email, password });
    accessToken = answer.access_token;
    byId('sign-in').hidden = true;
    byId('start').hidden = false;
  }),
);

byId('start').addEventListener('submit', (event) =>
  submitted(event, async ({ access_token, job_id }) => {
    const id = job_id.trim() || (await call('POST', '/review-fetch', { access_token })).job_id;
    event.target.elements.access_token.value = '';
    follow(id);
  }),
);

byId('renew').addEventListener('submit', (event) =>
  submitted(event, async ({ access_token }) => {
    await call('POST', `/review-fetch/${encodeURIComponent(view.jobId)}/token`, { access_token });
    event.target.reset();
  }),
);

byId('stop').addEventListener('click', () =>
  attempt(() => call('DELETE', `/review-fetch/${encodeURIComponent(view.jobId)}`)),
);

function submitted(event, act) {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(event.target));
  return attempt(() => act(fields));
}

async function attempt(act) {
  showProblem('');
  try {
    await act();
  } catch (error) {
    showProblem(error.message);
  }
}

function showProblem(text) {
  byId('problem').textContent = text;
  byId('problem').hidden = text === '';
}

async function call(method, path, body) {
  const response = await fetch(API + path, {
    method,
    headers: {
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await problemOf(response);
  return response.json();
}

/** An answer that trying again does not change. */
class Refusal extends Error {}

async function problemOf(response) {
  const { detail } = await response.json().catch(() => ({}));
  const text = Array.isArray(detail) ? detail.map(({ msg }) => msg).join('; ') : detail;
  const message = text ?? `The service answered ${response.status}.`;
  const isFinal = response.status >= 400 && response.status < 500 && response.status !== 429;
  return isFinal ? new Refusal(message) : new Error(message);
}

/** Follows a job to its end, over interruptions. */
async function follow(jobId) {
  following?.abort();
  const { signal } = (following = new AbortController());
  view = newView(jobId);
  let lastEventId = '';
  while (!signal.aborted) {
    try {
      for await (const { id, event, data } of readStream(jobId, lastEventId, signal)) {
        if (id !== undefined) lastEventId = id;
        show(event, data);
        showProblem('');
        if (event === 'end') return;
      }
    } catch (error) {
      if (signal.aborted) return;
      showProblem(error.message);
      if (error instanceof Refusal) return;
    }
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
}

async function* readStream(jobId, lastEventId, signal) {
  const response = await fetch(`${API}/review-fetch/${encodeURIComponent(jobId)}/stream`, {
    headers: {
      authorization: `Bearer ${accessToken}`,
      ...(lastEventId && { 'last-event-id': lastEventId }),
    },
    signal,
  });
  if (!response.ok) throw await problemOf(response);
  let rest = '';
  for await (const text of texts(response.body)) {
    const parts = (rest + text).split('\n\n');
    rest = parts.pop();
    for (const part of parts) {
      const event = parseEvent(part);
      if (event.data !== undefined) yield event;
    }
  }
}

async function* texts(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function parseEvent(part) {
  const event = {};
  for (const line of part.split('\n')) {
    const [, name, value] = /^(\w+): (.*)$/.exec(line) ?? [];
    if (name === 'data') event.data = JSON.parse(value);
    else if (name) event[name] = value;
  }
  return event;
}

function newView(jobId) {
  byId('job').hidden = false;
  byId('job-id').textContent = jobId;
  byId('tree').replaceChildren();
  for (const id of ['accounts', 'locations', 'reviews', 'missing']) byId(id).textContent = '0';
  return { jobId, accounts: new Map(), locations: new Map(), reviews: 0 };
}

const SHOW = {
  resync: () => (view = newView(view.jobId)),
  account: ({ account, name }) => {
    view.accounts.set(account, branch(byId('tree'), `${name} (${account})`));
    byId('accounts').textContent = view.accounts.size;
  },
  location: ({ account, location, title }) => {
    const parent = view.accounts.get(account)?.list ?? byId('tree');
    const known = view.locations.get(location) ?? { places: [], count: 0, stars: 0, rated: 0 };
    view.locations.set(location, known);
    known.places.push({ title, ...branch(parent, title) });
    describe(known);
    byId('locations').textContent = view.locations.size;
  },
  review: (review) => {
    const location = view.locations.get(review.location);
    view.reviews += 1;
    byId('reviews').textContent = view.reviews;
    if (!location) return;
    location.count += 1;
    if (review.rating !== null) {
      location.stars += review.rating;
      location.rated += 1;
    }
    if (location.count <= REVIEWS_SHOWN) {
      for (const { list } of location.places) list.append(reviewItem(review));
    }
    describe(location);
  },
  progress: (progress) => {
    showStatus(progress);
    const { location: proof } = progress;
    const location = proof && view.locations.get(proof.location);
    if (!location) return;
    location.proof = proof;
    describe(location);
  },
  end: (end) => {
    showStatus(end);
    byId('status').textContent = end.outcome ? `${end.status}, ${end.outcome}` : end.status;
    if (end.error) showFinalProblem(end.error.message);
  },
};

function show(event, data) {
  SHOW[event]?.(data);
}

function showFinalProblem(message) {
  queueMicrotask(() => showProblem(message));
}

function showStatus({ status, missing }) {
  byId('status').textContent = status;
  byId('missing').textContent = missing;
  byId('renew').hidden = status !== 'waiting_for_token';
  byId('stop').hidden = !['queued', 'running', 'waiting_for_token'].includes(status);
}

/** A line that opens, with a list inside. */
function branch(parent, title) {
  const summary = element('summary', title);
  const list = document.createElement('ul');
  const details = document.createElement('details');
  details.append(summary, list);
  const item = document.createElement('li');
  item.append(details);
  parent.append(item);
  if (parent.id === 'tree') details.open = true;
  return { summary, list };
}

function describe({ places, count, stars, rated, proof }) {
  const average = rated > 0 ? `, ${(stars / rated).toFixed(2)} ★` : '';
  const state = !proof
    ? ['', '']
    : proof.error_code
      ? ['failed', ` failed: ${proof.error_code}`]
      : proof.complete
        ? ['complete', ` complete, ${proof.expected} of ${proof.expected}`]
        : ['incomplete', ` incomplete, ${proof.missing ?? '?'} missing (${proof.reason})`];
  for (const { title, summary } of places) {
    summary.textContent = `${title}: ${count} reviews${average}`;
    summary.append(element('span', state[1], state[0]));
  }
}

function reviewItem({ rating, comment, reviewer }) {
  const item = document.createElement('li');
  item.append(
    element('span', '★'.repeat(rating ?? 0) || 'no stars', 'stars'),
    element('span', ` ${reviewer.display_name}`),
  );
  if (comment !== null) item.append(element('p', comment, 'comment'));
  return item;
}

function element(name, text, className = '') {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}
