/** Where the starter library and shared libraries lie in the bucket. */
export const SHARED_PREFIX = 'shared/';
