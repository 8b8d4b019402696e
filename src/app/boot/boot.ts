import { createCatalogue, type Catalogue } from '../../catalogue/catalogue.ts'
import { missingCapabilities, describeMissing } from '../../core/capabilities.ts'
import { DEFAULT_LANGUAGE } from '../../core/constants.ts'
import { capabilities } from '../../generated/capabilities.ts'
import { applyLanguage, language, storedLanguage } from '../../state/language.ts'
import { startNetwork } from '../../state/network.ts'
import { startInstall } from '../../state/install.ts'
import { startPrefs } from '../../state/prefs.ts'
import { readJson, writeJson } from '../../state/storage.ts'
import { fetchJson } from '../../transport/files.ts'
import { desktopAddress, isDesktop, readClientInfo } from '../desktop.ts'
import { loadAllParts, loadParts } from '../registry.ts'
import { addressNow, createRuntime, routeOf, type ScreenSource, type AppServices } from '../runtime.ts'
import { loadModules } from '../validators.ts'
import { fetchPreloaded } from './preloaded.ts'
import { readConfig, type Config } from './config.ts'
import { hasUnsavedInput, reloadWhenChunkIsGone } from './chunkRecovery.ts'
import { pollRevisions, applyTextsOfRevisions } from './pollRevisions.ts'

const PREPARE_AFTER_MS = 5_000

/**
 * From an open page to a runtime that can draw: configuration and manifest together, then the user's language and,
 * if a token is stored, their user info. Null when the visit belongs on the desktop site and is on its way there.
 */
export async function boot(): Promise<AppServices | null> {
  startPrefs()
  startNetwork()
  startInstall()
  let typed = hasUnsavedInput
  reloadWhenChunkIsGone(() => typed())
  const base = import.meta.env.BASE_URL
  const library = createCatalogue({
    fetch: fetchPreloaded,
    base: `${base}catalogue/`,
    report: (error) => console.warn('placard: catalogue', error),
    lacks: (requires) => missingCapabilities(requires, capabilities).map(describeMissing),
    loadRequired: loadParts,
  })
  const started = library.start()
  // Awaited below, after the configuration.
  started.catch(() => undefined)
  const config = await loadConfig(`${base}config.json`)
  const desktop = isDesktop(readClientInfo()) ? desktopAddress(config.pcUrl, location.hash) : null
  if (desktop !== null) {
    location.replace(desktop)
    return null
  }

  const { locales } = await started
  fetchFirst(library)
  const texts = showLanguage(library, storedLanguage(config.languages.filter((lang) => Object.hasOwn(locales, lang))))
  const runtime = createRuntime({ config, library, texts })
  typed = () => runtime.drafts.hasUnsaved() || hasUnsavedInput()
  void runtime.contacts.fetch()
  await Promise.all([texts, runtime.startSession()])
  // The first screen requests its data before the first render.
  runtime.foresight.prefetch(addressNow())
  // In development the server pushes each change.
  if (import.meta.hot) applyTextsOfRevisions(library)
  else pollRevisions(library, runtime.navigator.onNavigate)
  setTimeout(() => void prepare(library, () => typed()), PREPARE_AFTER_MS)
  return runtime
}

/** Preloads likely next screens while the network is idle: tabs then open at once, also offline. */
async function prepare(library: Catalogue, typed: () => boolean): Promise<void> {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const { tabs, login } = library.manifest().shell
  await library.preload([...tabs.map(({ route }) => route), login])
  await Promise.all([loadAllParts(), import('../../transport/paymentClient.ts')]).catch((error: unknown) => console.warn('placard: parts', error))
  if (!import.meta.env.PROD) return
  await library.cacheOffline(language().lang)
  await import('./worker.ts').then(({ startWorker }) => startWorker(typed)).catch((error: unknown) => console.warn('placard: worker', error))
}

/** Offline, the last stored configuration is used. */
async function loadConfig(url: string): Promise<Config> {
  try {
    const given = await fetchJson(url)
    writeJson('config', given)
    return readConfig(given)
  } catch (error) {
    const kept = readJson('config', (value): value is object => typeof value === 'object' && value !== null)
    if (kept === null) throw error
    return readConfig(kept)
  }
}

/** Loads the screen of the address together with the texts and the user. */
function fetchFirst(library: Catalogue): void {
  const manifest = library.manifest()
  const entry = manifest.routes[routeOf(manifest, addressNow().split('?', 1)[0] ?? '') ?? '']
  if (!entry) return
  // The screen's own load reports a failure.
  library.screen(entry.hash).catch(() => undefined)
  loadParts(entry.requires).catch(() => undefined)
  loadModules(entry.validators, library).catch(() => undefined)
}

async function showLanguage(library: ScreenSource, lang: string): Promise<void> {
  try {
    applyLanguage(lang, await library.texts(lang))
  } catch (error) {
    if (lang === DEFAULT_LANGUAGE) throw error
    applyLanguage(DEFAULT_LANGUAGE, await library.texts(DEFAULT_LANGUAGE))
  }
}
