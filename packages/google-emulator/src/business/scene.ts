import { type BusinessAccountDefinition, type ReviewDefinition } from './definition';
import { type BusinessScenario } from './scenario';

/** A review that is written now; what is left out is made up. */
export type NewReview = Partial<ReviewDefinition> & Pick<ReviewDefinition, 'stars'>;

/** What a reviewer changes; an empty comment takes the comment away. */
export type ReviewEdit = Partial<
  Pick<ReviewDefinition, 'stars' | 'comment' | 'reviewer' | 'isAnonymous' | 'updateTime'>
>;

/** What happens at a location while somebody reads its reviews page by page. */
export interface PageChange {
  /** Happens when this page was answered; 1 is the first. */
  readonly afterPage: number;
  /** In how many listings; 1 unless told. */
  readonly times?: number;
  readonly add?: readonly NewReview[];
  readonly edit?: readonly (ReviewEdit & { readonly reviewId: string })[];
  /** The ids of reviews that disappear; those that are gone already stay so. */
  readonly remove?: readonly string[];
}

/** What can happen in Business Profile besides calls to its APIs. */
export interface BusinessScene {
  readonly scenario: BusinessScenario;
  setScenario(changes: Partial<BusinessScenario>): BusinessScenario;
  add(account: BusinessAccountDefinition): void;
  remove(accountId: string): void;
  addMember(accountId: string, email: string): void;
  removeMember(accountId: string, email: string): void;
  shareLocation(accountId: string, locationId: string): void;
  unshareLocation(accountId: string, locationId: string): void;
  changeBetweenPages(locationId: string, change: PageChange): void;
  pendingChanges(locationId: string): number;
  addReview(locationId: string, review: NewReview): ReviewDefinition;
  editReview(locationId: string, reviewId: string, edit: ReviewEdit): ReviewDefinition;
  removeReview(locationId: string, reviewId: string): void;
  setReply(locationId: string, reviewId: string, comment: string | undefined): ReviewDefinition;
}
