/** Whose sheets are synced with all that is done for analytics. */
export const WATCHED = 'watched';
/** Whose rows get what is stored beside them, but are not added up. */
export const ONLY_FACTS = 'only-facts';
/** Whose rows are stored and nothing else. */
export const UNWATCHED = 'unwatched';
