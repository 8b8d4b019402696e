import type { ClientPlugin } from '../../language/plugin.ts'
import { createAnnounced, type Announced } from './announced.ts'
import { createServerClock, type ServerClock } from './clock.ts'
import { createLanguageState, type LanguageState } from './language.ts'
import { createLiveValues, type LiveValues } from './liveValues.ts'
import { createUnresolvedPayments, type UnresolvedPayments } from './payments.ts'
import { createPreferences, type PreferencesState } from './preferences.ts'
import { createSession, type SessionState } from './session.ts'
import { createStaleData, type StaleData } from './staleData.ts'
import { createStorage, type DeviceStorage } from './storage.ts'
import { createUi, type UiState } from './ui.ts'

/** The state of one product in a page: what its screens, its calls and its live connection share. */
export interface Client {
  storage: DeviceStorage
  language: LanguageState
  preferences: PreferencesState
  session: SessionState
  ui: UiState
  live: LiveValues
  clock: ServerClock
  unresolvedPayments: UnresolvedPayments
  staleData: StaleData
  announced: Announced
}

interface ClientOptions {
  plugin: Pick<ClientPlugin<unknown>, 'modes' | 'liveKeys' | 'preferences'>
  /** Begins the names of all that is stored on the device; other than that of another product of the same origin. */
  storagePrefix?: string
  /** Has the attributes of language and theme; by default the root of the document. Null: none. */
  root?: HTMLElement | null
}

/** Creates the state of a product. A page with two products has two. */
export function createClient({
  plugin: { modes, liveKeys, preferences: preferencesOfProduct },
  storagePrefix = 'placard.',
  root = typeof document === 'undefined' ? null : document.documentElement,
}: ClientOptions): Client {
  const storage = createStorage(storagePrefix)
  const preferences = createPreferences(preferencesOfProduct, storage, root)
  return {
    storage,
    preferences,
    language: createLanguageState(storage, root),
    session: createSession(modes, preferences, storage),
    ui: createUi(),
    live: createLiveValues(liveKeys),
    clock: createServerClock(),
    unresolvedPayments: createUnresolvedPayments(),
    staleData: createStaleData(),
    announced: createAnnounced(),
  }
}
