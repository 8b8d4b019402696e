import type { SyncedPreference } from '../engine/language/plugin.ts'

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

/** The stars of the market. */
export const syncedPreferences: readonly SyncedPreference[] = [
  { preference: 'watchlist', valueOf: ({ watchlist }) => (isList(watchlist) ? watchlist : null) },
]
