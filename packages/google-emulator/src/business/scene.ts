import { type BusinessAccountDefinition, type ReviewDefinition } from './definition';
import { type BusinessScenario } from './scenario';

/** A review that is written now; what is left out is made up. */
export type NewReview = Partial<ReviewDefinition> & Pick<ReviewDefinition, 'stars'>;

/** What a reviewer changes; an empty comment takes the comment away. */
export type ReviewEdit = Partial<
  Pick<ReviewDefinition, 'stars' | 'comment' | 'reviewer' | 'isAnonymous' | 'updateTime'>
>;

/** What can happen in Business Profile besides calls to its APIs. */
export interface BusinessScene {
  readonly scenario: BusinessScenario;
  setScenario(changes: Partial<BusinessScenario>): BusinessScenario;
  add(account: BusinessAccountDefinition): void;
  remove(accountId: string): void;
  addMember(accountId: string, email: string): void;
  removeMember(accountId: string, email: string): void;
  addReview(locationId: string, review: NewReview): ReviewDefinition;
  editReview(locationId: string, reviewId: string, edit: ReviewEdit): ReviewDefinition;
  removeReview(locationId: string, reviewId: string): void;
  setReply(locationId: string, reviewId: string, comment: string | undefined): ReviewDefinition;
}
