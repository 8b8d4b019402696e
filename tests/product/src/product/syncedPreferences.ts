import type { SyncedPreference } from '../engine/language/product.ts'

export const syncedPreferences: readonly SyncedPreference[] = []
