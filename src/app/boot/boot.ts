import { createCatalogue, type Catalogue } from '../../engine/catalogue/catalogue.ts'
import { missingCapabilities, describeMissing } from '../../engine/language/capabilities.ts'
import { DEFAULT_LANGUAGE, STALE_AFTER_MS } from '../../engine/language/constants.ts'
import { within } from '../../engine/language/within.ts'
import type { Client } from '../../engine/state/client/client.ts'
import type { LanguageState } from '../../engine/state/client/language.ts'
import type { DeviceStorage } from '../../engine/state/client/storage.ts'
import { startNetwork } from '../../engine/state/data/network.ts'
import { startInstall } from '../../engine/state/install.ts'
import { fetchJson } from '../../engine/transport/files.ts'
import { desktopAddress, isDesktop, readClientInfo } from '../device/desktop.ts'
import type { Product } from '../product.ts'
import { currentAddress, resolveAddress } from '../routes.ts'
import { createRuntime, type AppServices } from '../runtime.ts'
import type { ScreenSource } from '../screenSource.ts'
import { loadModules } from '../validators.ts'
import { fetchPreloaded } from './preloaded.ts'
import { readConfig, type Config } from './config.ts'
import { hasUnsavedInput } from './chunkRecovery.ts'
import { whenIdle } from './whenIdle.ts'
import { pollRevisions, applyTextsOfRevisions } from './pollRevisions.ts'
import { settled } from '../../engine/language/report.ts'

const PREPARE_AFTER_MS = 5_000

/**
 * From an open page to a runtime that can draw: configuration and manifest together, then the user's language and,
 * if a token is stored, their user info. Null when the visit belongs on the desktop site and is on its way there.
 */
export async function boot(client: Client, product: Product): Promise<AppServices | null> {
  const { language, storage } = client
  client.preferences.start()
  startNetwork(client.live.stale)
  startInstall()
  const base = import.meta.env.BASE_URL
  const catalogue = createCatalogue({
    fetch: fetchPreloaded,
    base: `${base}catalogue/`,
    report: (error) => console.warn('placard: catalogue', error),
    missingCapabilities: (requires) => missingCapabilities(requires, product.capabilities).map(describeMissing),
    loadRequired: product.registry.loadRequired,
  })
  const started = catalogue.start()
  // Awaited below, after the configuration.
  void settled(started)
  const config = await loadConfig(storage, `${base}config.json`)
  const desktop = isDesktop(readClientInfo(storage)) ? desktopAddress(config.pcUrl, location.hash) : null
  if (desktop !== null) {
    location.replace(desktop)
    return null
  }

  const { locales } = await started
  fetchFirst(product, catalogue)
  const texts = showLanguage(
    language,
    catalogue,
    language.initial(config.languages.filter((lang) => Object.hasOwn(locales, lang))),
  )
  const runtime = createRuntime({ client, product, config, catalogue, texts })
  void runtime.contacts.fetch()
  await Promise.all([texts, runtime.startSession()])
  // The first screen requests its data before the first render.
  runtime.prefetcher.prefetch(currentAddress())
  // In development the server pushes each change.
  if (import.meta.hot) applyTextsOfRevisions(catalogue, language)
  else pollRevisions(catalogue, language, runtime.navigator.onNavigate)
  setTimeout(() => void prepare(client, product, catalogue, () => hasUnsaved(runtime)), PREPARE_AFTER_MS)
  return runtime
}

/** Whether a reload would lose something typed, on this screen or on another one. */
export const hasUnsaved = ({ drafts }: Pick<AppServices, 'drafts'>): boolean => drafts.hasUnsaved() || hasUnsavedInput()

/** Preloads likely next screens while the network is idle: tabs then open at once, also offline. */
async function prepare(
  client: Client,
  { registry }: Product,
  catalogue: Catalogue,
  typed: () => boolean,
): Promise<void> {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const { tabs, login } = catalogue.manifest().shell
  await whenIdle()
  await catalogue.preload([...tabs.map(({ route }) => route), login])
  try {
    await import('../../engine/transport/payments/paymentClient.ts')
    await registry.loadAll(whenIdle)
  } catch (error) {
    console.warn('placard: parts', error)
  }
  if (!import.meta.env.PROD) return
  await keepOffline(catalogue, client.language)
  await import('./worker.ts')
    .then(({ startWorker }) => startWorker(client, typed))
    .catch((error: unknown) => console.warn('placard: worker', error))
}

/** Caches the current revision for offline use, and each that takes over. */
export async function keepOffline(
  catalogue: Pick<Catalogue, 'cacheOffline' | 'watch'>,
  language: LanguageState,
): Promise<void> {
  catalogue.watch(() => void catalogue.cacheOffline(language.current().lang))
  await catalogue.cacheOffline(language.current().lang)
}

/** Offline, or where no answer comes for moments, the last stored configuration is used. A late answer is stored for the next start. */
async function loadConfig(storage: DeviceStorage, url: string): Promise<Config> {
  const fetched = fetchJson(url).then((value) => {
    storage.writeJson('config', value)
    return readConfig(value)
  })
  const cached = storage.readJson('config', (value): value is object => typeof value === 'object' && value !== null)
  if (cached === null) return fetched
  return (await within(STALE_AFTER_MS, fetched).catch(() => null)) ?? readConfig(cached)
}

/** Loads the screen of the address together with the texts and the user. */
function fetchFirst({ registry }: Product, catalogue: Catalogue): void {
  const { entry, isKnown } = resolveAddress(catalogue.manifest(), currentAddress())
  if (!entry || !isKnown) return
  // The screen's own load reports a failure.
  void settled(catalogue.screen(entry.hash))
  void settled(registry.loadRequired(entry.requires))
  void settled(loadModules(entry.validators, catalogue))
}

async function showLanguage(language: LanguageState, catalogue: ScreenSource, lang: string): Promise<void> {
  try {
    language.apply(lang, await catalogue.texts(lang))
  } catch (error) {
    if (lang === DEFAULT_LANGUAGE) throw error
    language.apply(DEFAULT_LANGUAGE, await catalogue.texts(DEFAULT_LANGUAGE))
  }
}
