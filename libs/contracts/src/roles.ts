/** What a signed-in person may be. */
export const USER_ROLES = ['user', 'admin'] as const;

/** One of {@link USER_ROLES}. */
export type UserRole = (typeof USER_ROLES)[number];
