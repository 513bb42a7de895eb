import { randomBytes } from 'node:crypto';
import { type AdminRoute } from '../control/admin-route';
import { type EmulatorClock } from '../control/emulator-clock';
import { type ApiModule, type Route } from '../http/route';
import { businessAccountRoutes } from './account-routes';
import { businessAdminRoutes } from './business-admin';
import { BusinessDirectory } from './business-directory';
import { checkAccount, checkReview } from './check-definition';
import { type BusinessAccountDefinition, type ReviewDefinition } from './definition';
import { locationRoutes } from './location-routes';
import { reviewRoutes } from './review-routes';
import { type BusinessScenario, PLAIN_SCENARIO } from './scenario';
import { type BusinessScene, type NewReview, type ReviewEdit } from './scene';

/** Business Profile: accounts, locations and reviews, which at Google are three APIs. */
export class BusinessEmulation implements ApiModule, BusinessScene {
  readonly routes: readonly Route[];
  readonly adminRoutes: readonly AdminRoute[];
  private readonly clock: EmulatorClock;
  private readonly directory = new BusinessDirectory();
  private current = PLAIN_SCENARIO;

  constructor({ clock }: { clock: EmulatorClock }) {
    this.clock = clock;
    const { directory } = this;
    this.routes = [
      ...businessAccountRoutes(directory),
      ...locationRoutes(directory),
      ...reviewRoutes({ directory, clock, scenario: () => this.current }),
    ];
    this.adminRoutes = businessAdminRoutes(this);
  }

  /** The oddities that are switched on. */
  get scenario(): BusinessScenario {
    return this.current;
  }

  /** Switches oddities on or off; those that are not named stay as they are. */
  setScenario(changes: Partial<BusinessScenario>): BusinessScenario {
    const scenario = { ...this.current, ...changes };
    if (!Number.isInteger(scenario.notFoundEvery) || scenario.notFoundEvery < 0) {
      throw new Error('Give notFoundEvery as a number of calls, or 0 for never');
    }
    this.current = scenario;
    return scenario;
  }

  /** Adds an account with its locations and their reviews. */
  add(account: BusinessAccountDefinition): void {
    checkAccount(account);
    this.directory.add(account);
  }

  /** Takes an account away with all that belongs to it. */
  remove(accountId: string): void {
    this.directory.remove(accountId);
  }

  /** Lets somebody see an account. */
  addMember(accountId: string, email: string): void {
    this.directory.knownAccount(accountId).members.add(email);
  }

  /** Hides an account from somebody. */
  removeMember(accountId: string, email: string): void {
    this.directory.knownAccount(accountId).members.delete(email);
  }

  /** A customer writes a review. */
  addReview(locationId: string, review: NewReview): ReviewDefinition {
    const added: ReviewDefinition = {
      reviewId: `AbFvOq${randomBytes(24).toString('base64url')}`,
      reviewer: { displayName: 'A customer' },
      createTime: this.clock.now(),
      ...review,
    };
    checkReview(added);
    this.directory.knownLocation(locationId).reviews.add(added);
    return added;
  }

  /** A customer changes a review, which moves its update time. */
  editReview(locationId: string, reviewId: string, edit: ReviewEdit): ReviewDefinition {
    const edited = {
      ...this.knownReview(locationId, reviewId),
      updateTime: this.clock.now(),
      ...edit,
    };
    checkReview(edited);
    this.directory.knownLocation(locationId).reviews.replace(edited);
    return edited;
  }

  /** A review disappears. */
  removeReview(locationId: string, reviewId: string): void {
    this.directory.knownLocation(locationId).reviews.remove(reviewId);
  }

  /** The owner answers a review, or takes the answer back with undefined. */
  setReply(locationId: string, reviewId: string, comment: string | undefined): ReviewDefinition {
    this.knownReview(locationId, reviewId);
    const reply = comment === undefined ? undefined : { comment, updateTime: this.clock.now() };
    return this.directory.knownLocation(locationId).reviews.setReply(reviewId, reply);
  }

  private knownReview(locationId: string, reviewId: string): ReviewDefinition {
    const review = this.directory.knownLocation(locationId).reviews.find(reviewId);
    if (!review) throw new Error(`There is no review ${reviewId} at location ${locationId}`);
    return review;
  }
}
