/** A Business Profile account and what belongs to it. */
export interface BusinessAccountDefinition {
  /** The digits in `accounts/{id}`. */
  readonly id: string;
  readonly accountName: string;
  readonly type: 'PERSONAL' | 'LOCATION_GROUP' | 'USER_GROUP' | 'ORGANIZATION';
  readonly role?: 'PRIMARY_OWNER' | 'OWNER' | 'MANAGER' | 'SITE_MANAGER';
  readonly verificationState?: 'VERIFIED' | 'UNVERIFIED' | 'VERIFICATION_REQUESTED';
  /** Emails of those who may see it. */
  readonly members: readonly string[];
  readonly locations: readonly BusinessLocationDefinition[];
  /** Ids of locations that belong to other accounts and are seen through this one as well. */
  readonly sharedLocations?: readonly string[];
}

/** A place of a business. */
export interface BusinessLocationDefinition {
  /** The digits in `locations/{id}`. */
  readonly id: string;
  readonly title: string;
  readonly storeCode?: string;
  readonly languageCode?: string;
  readonly primaryPhone?: string;
  readonly websiteUri?: string;
  readonly category?: { readonly name: string; readonly displayName: string };
  readonly address?: {
    readonly regionCode: string;
    readonly languageCode?: string;
    readonly postalCode?: string;
    readonly locality?: string;
    readonly addressLines: readonly string[];
  };
  readonly placeId?: string;
  /** Only verified locations have reviews. */
  readonly verified?: boolean;
  readonly reviews: readonly ReviewDefinition[] | ReviewSource;
}

/** Reviews that are made when they are read. */
export interface ReviewSource {
  readonly count: number;
  review(index: number): ReviewDefinition;
}

/** What a customer said. */
export interface ReviewDefinition {
  readonly reviewId: string;
  readonly reviewer: { readonly displayName?: string; readonly profilePhotoUrl?: string };
  readonly isAnonymous?: boolean;
  /** 1 to 5. */
  readonly stars: number;
  readonly comment?: string;
  /** Milliseconds since 1970; a fraction is shown as microseconds. */
  readonly createTime: number;
  readonly updateTime?: number;
  readonly reply?: { readonly comment: string; readonly updateTime: number };
}
