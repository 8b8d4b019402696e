import type { SyncedPreference } from '../engine/language/plugin.ts'

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

/** The stars of the market. One tap (`oneTap`) stays on its device: it removes a confirmation, so each device asks for it once. */
export const syncedPreferences: readonly SyncedPreference[] = [
  { preference: 'watchlist', valueOf: ({ watchlist }) => (isList(watchlist) ? watchlist : null) },
]
