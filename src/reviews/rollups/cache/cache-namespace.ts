/** It lives in Redis: renaming it empties the cache, which does no harm. */
export const CACHE_NAMESPACE = 'reviews';
