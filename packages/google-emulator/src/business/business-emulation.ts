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
import { PageChanges } from './page-changes';
import { type BusinessScenario, checkScenario, PLAIN_SCENARIO } from './scenario';
import { type BusinessScene, type NewReview, type PageChange, type ReviewEdit } from './scene';

/** Business Profile: accounts, locations and reviews, which at Google are three APIs. */
export class BusinessEmulation implements ApiModule, BusinessScene {
  readonly routes: readonly Route[];
  readonly adminRoutes: readonly AdminRoute[];
  private readonly clock: EmulatorClock;
  private readonly directory = new BusinessDirectory();
  private readonly pageChanges = new PageChanges();
  private current = PLAIN_SCENARIO;

  constructor({ clock }: { clock: EmulatorClock }) {
    this.clock = clock;
    const { directory } = this;
    this.routes = [
      ...businessAccountRoutes(directory),
      ...locationRoutes(directory),
      ...reviewRoutes({
        directory,
        clock,
        scenario: () => this.current,
        onPage: (locationId, page) => this.applyChanges(locationId, page),
      }),
    ];
    this.adminRoutes = businessAdminRoutes(this);
  }

  /** The oddities that are switched on. */
  get scenario(): BusinessScenario {
    return this.current;
  }

  /** Switches oddities on or off; those that are not named stay as they are. */
  setScenario(changes: Partial<BusinessScenario>): BusinessScenario {
    checkScenario(changes);
    this.current = { ...this.current, ...changes };
    return this.current;
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

  /** Lets a location be seen through another account as well. */
  shareLocation(accountId: string, locationId: string): void {
    this.directory.share(accountId, locationId);
  }

  /** Hides a location from an account. */
  unshareLocation(accountId: string, locationId: string): void {
    this.directory.unshare(accountId, locationId);
  }

  /** Lets reviews come, change and go while somebody reads them: behind a page of the next listings. */
  changeBetweenPages(locationId: string, change: PageChange): void {
    this.directory.knownLocation(locationId);
    for (const review of change.add ?? []) checkReview(this.completed(review));
    for (const { reviewId, ...edit } of change.edit ?? []) {
      checkReview({ ...this.knownReview(locationId, reviewId), ...edit });
    }
    for (const reviewId of change.remove ?? []) this.knownReview(locationId, reviewId);
    this.pageChanges.add(locationId, change);
  }

  /** How many changes between pages have yet to happen. */
  pendingChanges(locationId: string): number {
    return this.pageChanges.count(locationId);
  }

  /** A customer writes a review. */
  addReview(locationId: string, review: NewReview): ReviewDefinition {
    const added = this.completed(review);
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

  private completed(review: NewReview): ReviewDefinition {
    return {
      reviewId: `AbFvOq${randomBytes(24).toString('base64url')}`,
      reviewer: { displayName: 'A customer' },
      createTime: this.clock.now(),
      ...review,
    };
  }

  private applyChanges(locationId: string, page: number): void {
    const { reviews } = this.directory.knownLocation(locationId);
    for (const { add = [], edit = [], remove = [] } of this.pageChanges.take(locationId, page)) {
      // The scene may have done meanwhile what was to happen here.
      for (const { reviewId, ...changes } of edit) {
        if (reviews.find(reviewId)) this.editReview(locationId, reviewId, changes);
      }
      for (const reviewId of remove) if (reviews.find(reviewId)) reviews.remove(reviewId);
      for (const review of add) {
        const isThere = review.reviewId !== undefined && reviews.find(review.reviewId);
        if (!isThere) this.addReview(locationId, review);
      }
    }
  }

  private knownReview(locationId: string, reviewId: string): ReviewDefinition {
    const review = this.directory.knownLocation(locationId).reviews.find(reviewId);
    if (!review) throw new Error(`There is no review ${reviewId} at location ${locationId}`);
    return review;
  }
}
