import { type BusinessAccount, type BusinessLocation } from './business-directory';
import { type ReviewDefinition } from './definition';
import { type BusinessScenario } from './scenario';

const STARS = ['STAR_RATING_UNSPECIFIED', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'] as const;

/** An account as the Account Management API shows it. */
export function accountResource({ definition }: BusinessAccount): Record<string, unknown> {
  const { id, accountName, type, role, verificationState } = definition;
  const isOwner = role === 'PRIMARY_OWNER' || role === 'OWNER';
  return {
    name: `accounts/${id}`,
    accountName,
    type,
    ...(role && { role }),
    verificationState: verificationState ?? 'UNVERIFIED',
    vettedState: 'NOT_VETTED',
    ...(type !== 'PERSONAL' && { accountNumber: id.slice(-10) }),
    ...(role && { permissionLevel: isOwner ? 'OWNER_LEVEL' : 'MEMBER_LEVEL' }),
    ...(type === 'ORGANIZATION' && { organizationInfo: { registeredDomain: 'example.test' } }),
  };
}

/** A location as the Business Information API shows it, before the read mask. */
export function locationResource({ definition }: BusinessLocation): Record<string, unknown> {
  const { id, title, languageCode, storeCode, primaryPhone, category, address } = definition;
  const placeId = definition.placeId ?? `ChIJ${id}`;
  return {
    name: `locations/${id}`,
    ...(languageCode !== undefined && { languageCode }),
    ...(storeCode !== undefined && { storeCode }),
    title,
    ...(primaryPhone !== undefined && { phoneNumbers: { primaryPhone } }),
    ...(category && { categories: { primaryCategory: category } }),
    ...(address && { storefrontAddress: address }),
    ...(definition.websiteUri !== undefined && { websiteUri: definition.websiteUri }),
    openInfo: { status: 'OPEN', canReopen: true },
    metadata: {
      canDelete: true,
      ...(isVerified(definition) && { hasVoiceOfMerchant: true }),
      placeId,
      mapsUri: `https://maps.google.com/maps?cid=${id}`,
      newReviewUri: `https://search.google.com/local/writereview?placeid=${placeId}`,
    },
  };
}

/** Whether a location is verified; it is unless it was said to be not. */
export function isVerified({ verified }: { readonly verified?: boolean }): boolean {
  return verified ?? true;
}

/** A review as the v4 API shows it. */
export function reviewResource(
  location: BusinessLocation,
  review: ReviewDefinition,
  { accountInNames }: Pick<BusinessScenario, 'accountInNames'>,
): Record<string, unknown> {
  const { reviewId, comment, createTime, updateTime, reply } = review;
  const account = accountInNames === 'wildcard' ? '-' : location.accountId;
  return {
    name: `accounts/${account}/locations/${location.definition.id}/reviews/${reviewId}`,
    reviewId,
    reviewer: reviewerResource(review),
    starRating: STARS[review.stars] ?? STARS[0],
    ...(comment !== undefined && comment !== '' && { comment }),
    createTime: timestamp(createTime),
    updateTime: timestamp(updateTime ?? createTime),
    ...(reply && { reviewReply: replyResource(reply) }),
  };
}

/** A reply as the v4 API shows it. */
export function replyResource(
  reply: NonNullable<ReviewDefinition['reply']>,
): Record<string, unknown> {
  return {
    comment: reply.comment,
    updateTime: timestamp(reply.updateTime),
    reviewReplyState: 'APPROVED',
  };
}

/** How the v4 API names a location. */
export function locationName({ accountId, definition }: BusinessLocation): string {
  return `accounts/${accountId}/locations/${definition.id}`;
}

function reviewerResource({ reviewer, isAnonymous }: ReviewDefinition): Record<string, unknown> {
  // Neither the photo nor the name of somebody who does not want to be known.
  if (isAnonymous === true) return { isAnonymous: true };
  return {
    ...(reviewer.profilePhotoUrl !== undefined && { profilePhotoUrl: reviewer.profilePhotoUrl }),
    ...(reviewer.displayName !== undefined && { displayName: reviewer.displayName }),
  };
}

/** As protocol buffers write time: no fraction, milliseconds, or microseconds where they are needed. */
function timestamp(time: number): string {
  const microseconds = Math.round(time * 1000);
  const below = ((microseconds % 1000) + 1000) % 1000;
  const text = new Date((microseconds - below) / 1000).toISOString();
  if (below > 0) return text.replace('Z', `${String(below).padStart(3, '0')}Z`);
  return text.replace('.000Z', 'Z');
}
