import type { SyncedPreference } from '../core/product.ts'

export const syncedPreferences: readonly SyncedPreference[] = []
