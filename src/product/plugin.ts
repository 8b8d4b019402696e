import { definePlugin } from '../engine/language/plugin.ts'
import { keptUserPreferences, preferenceSchemas, userPreferences } from '../generated/preferences.ts'
import { accessRules } from './accessRules.ts'
import { defaults } from './config.ts'
import { common, separate } from './functions/chunks.ts'
import { keptCalls } from './keptCalls.ts'
import { areOfOneTick, implementations, keyOf, sameTickKeys } from './liveValues.ts'
import { modes } from './session.ts'
import { syncedPreferences } from './syncedPreferences.ts'
import { userPolling } from './userPolling.ts'

/** This product's registrations in the client. */
export const plugin = definePlugin({
  accessRules,
  functions: { live: implementations, common, separate },
  liveKeys: { keyOf, sameTickKeys, areOfOneTick },
  loadLive: async () => (await import('./live.ts')).live,
  modes,
  preferences: { schemas: preferenceSchemas, ofUser: userPreferences, kept: keptUserPreferences },
  userPolling,
  syncedPreferences,
  keptCalls,
  config: defaults,
})
