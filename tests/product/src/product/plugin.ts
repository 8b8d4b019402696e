import { definePlugin } from '../engine/language/plugin.ts'
import { asSeconds } from '../engine/language/values/time.ts'
import type { Operator } from '../generated/operator.ts'
import { preferenceSchemas, userPreferences } from '../generated/preferences.ts'
import { accessRules } from './accessRules.ts'

/** Nothing in this product is live, and nothing of the user changes without their action. */
export const plugin = definePlugin<Operator>({
  accessRules,
  functions: { live: {}, common: () => import('./functions.ts'), separate: {} },
  liveKeys: { keyOf: ({ seq }) => String(seq), sameTickKeys: () => [], areOfOneTick: () => true },
  loadLive: async () => ({
    channels: [],
    isClock: (_value): _value is { time: number } => false,
  }),
  modes: ['own'],
  preferences: { schemas: preferenceSchemas, ofUser: userPreferences },
  userPolling: { values: () => [], isPending: () => false, calls: [] },
  syncedPreferences: [],
  keptCalls: [],
  config: {
    shortName: 'Plants',
    apiBase: '/api/',
    live: { url: '', path: '/live', protocol: 4 },
    pcUrl: '/pc/',
    languages: ['en'],
    webviewOrigins: [],
    map: { tiles: '', attribution: '' },
    idle: asSeconds(0),
    sandbox: false,
  },
})
