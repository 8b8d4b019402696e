/** Tag of the tests that both gates leave to `npm run prove`: `tests/support/long.ts` for unit tests, `tests/e2e/kit/long.ts` for browser tests. */
export const LONG_TAG = 'long'
