import { AdminError, type AdminCall, type AdminRoute } from '../control/admin-route';
import { type BusinessAccountDefinition } from './definition';
import { SCENARIO_FIELDS } from './scenario';
import { type BusinessScene, type NewReview, type PageChange } from './scene';

const REVIEWS = '/business/locations/(?<location>[^/]+)/reviews';
const CHANGES = '/business/locations/(?<location>[^/]+)/changes-between-pages';
const REVIEW = `${REVIEWS}/(?<review>[^/]+)`;

/** How accounts, locations and reviews are set from another process. */
export function businessAdminRoutes(business: BusinessScene): readonly AdminRoute[] {
  return [
    route('POST', '/business/accounts', 'Adds an account with locations and reviews.', (call) => {
      const account = object(call.body);
      // Nothing is taken on trust: adding checks it.
      business.add(account as unknown as BusinessAccountDefinition);
      return { id: account.id };
    }),
    route('DELETE', '/business/accounts/(?<account>[^/]+)', 'Removes an account.', (call) => {
      business.remove(param(call, 'account'));
      return {};
    }),
    route(
      'PUT',
      '/business/accounts/(?<account>[^/]+)/members/(?<email>[^/]+)',
      'Lets somebody see an account.',
      (call) => {
        business.addMember(param(call, 'account'), param(call, 'email'));
        return {};
      },
    ),
    route(
      'DELETE',
      '/business/accounts/(?<account>[^/]+)/members/(?<email>[^/]+)',
      'Hides an account from somebody.',
      (call) => {
        business.removeMember(param(call, 'account'), param(call, 'email'));
        return {};
      },
    ),
    route(
      'PUT',
      '/business/accounts/(?<account>[^/]+)/locations/(?<location>[^/]+)',
      'Lets a location be seen through another account as well.',
      (call) => {
        business.shareLocation(param(call, 'account'), param(call, 'location'));
        return {};
      },
    ),
    route(
      'DELETE',
      '/business/accounts/(?<account>[^/]+)/locations/(?<location>[^/]+)',
      'Hides a location from an account.',
      (call) => {
        business.unshareLocation(param(call, 'account'), param(call, 'location'));
        return {};
      },
    ),
    route(
      'POST',
      CHANGES,
      'Reviews come, change and go while a listing is read: {afterPage, times?, add?: [review], edit?: [{reviewId, ...}], remove?: [id]}.',
      (call) => {
        business.changeBetweenPages(param(call, 'location'), pageChange(object(call.body)));
        return { pending: business.pendingChanges(param(call, 'location')) };
      },
    ),
    route('GET', CHANGES, 'How many such changes have yet to happen.', (call) => ({
      pending: business.pendingChanges(param(call, 'location')),
    })),
    route('POST', REVIEWS, 'Adds a review: {stars, comment?, reviewer?, ...}.', (call) =>
      business.addReview(param(call, 'location'), object(call.body) as unknown as NewReview),
    ),
    route('PUT', REVIEW, 'A customer changes a review: {stars?, comment?}.', (call) =>
      business.editReview(param(call, 'location'), param(call, 'review'), object(call.body)),
    ),
    route('DELETE', REVIEW, 'Removes a review.', (call) => {
      business.removeReview(param(call, 'location'), param(call, 'review'));
      return {};
    }),
    route('PUT', `${REVIEW}/reply`, 'The owner replies: {comment}.', (call) => {
      const { comment } = object(call.body);
      if (typeof comment !== 'string' || comment === '') throw new Error('Give the {comment}');
      return business.setReply(param(call, 'location'), param(call, 'review'), comment);
    }),
    route('DELETE', `${REVIEW}/reply`, 'Takes the reply back.', (call) =>
      business.setReply(param(call, 'location'), param(call, 'review'), undefined),
    ),
    route('GET', '/business/scenario', 'The oddities that are switched on.', () => ({
      ...business.scenario,
    })),
    route('PUT', '/business/scenario', `Oddities: {${SCENARIO_FIELDS.join('?, ')}?}.`, (call) =>
      business.setScenario(object(call.body)),
    ),
  ];
}

function route(
  method: AdminRoute['method'],
  path: string,
  doc: string,
  handle: (call: AdminCall) => unknown,
): AdminRoute {
  return {
    method,
    path: new RegExp(`^${path}$`),
    doc,
    handle: (call) => {
      try {
        return handle(call);
      } catch (error) {
        throw new AdminError(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

function param(call: AdminCall, name: string): string {
  return call.params[name] ?? '';
}

function object(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null) return body as Record<string, unknown>;
  throw new Error('Send a JSON object');
}

function pageChange(body: Record<string, unknown>): PageChange {
  const { afterPage, times, add = [], edit = [], remove = [], ...others } = body;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) throw new Error(`There is no field ${unknown}`);
  for (const [name, list] of Object.entries({ add, edit, remove })) {
    if (!Array.isArray(list)) throw new Error(`Give ${name} as a list`);
  }
  // Nothing is taken on trust: what accepts the change checks it.
  return {
    afterPage,
    ...(times !== undefined && { times }),
    add,
    edit: (edit as unknown[]).map(object),
    remove,
  } as unknown as PageChange;
}
