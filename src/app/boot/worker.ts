import { themeAtom } from '../../state/prefs.ts'
import { watch } from '../../state/store.ts'
import { translate } from '../../state/language.ts'
import { offerUpdate } from '../../state/update.ts'
import { openOverlay } from '../../state/ui.ts'
import { SPLASH_ADDRESS, SPLASH_CACHE } from '../../worker/splash.ts'

const HOUR_MS = 3_600_000

interface ScriptPolicy {
  createScriptURL(url: string): string
}
type Policies = { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy }

/** The page's policy permits only this text as a script address. */
function workerUrl(): string {
  const url = `${import.meta.env.BASE_URL}sw.js`
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  return trustedTypes
    ? trustedTypes.createPolicy('placard-worker', { createScriptURL: () => url }).createScriptURL(url)
    : url
}

/** Stores the background of the theme, for the splash of the next start. Without storage that has the background of the page's file. */
async function storeSplashColor(): Promise<void> {
  const color = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim()
  const cache = await caches.open(SPLASH_CACHE)
  await cache.put(SPLASH_ADDRESS, new Response(color))
}

/** Keeps this build for when there is no network, and offers the next one when all of it is there. */
export async function startWorker(typed: () => boolean): Promise<void> {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  const store = () => void storeSplashColor().catch(() => undefined)
  store()
  watch(themeAtom, store)
  const registration = await serviceWorker.register(workerUrl(), { updateViaCache: 'none' })

  async function activate(waiting: ServiceWorker): Promise<void> {
    if (
      typed() &&
      (await openOverlay<boolean>('confirm', {
        title: translate('shell.updateTitle'),
        text: translate('shell.updateTyped'),
        confirmLabel: translate('shell.reload'),
      })) !== true
    )
      return
    serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    waiting.postMessage('takeOver', [])
  }
  const offer = () => {
    const { waiting } = registration
    // Without another build in charge there is nothing to take over from.
    if (waiting && serviceWorker.controller) offerUpdate({ kind: 'ready', apply: () => void activate(waiting) })
  }
  offer()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer))

  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < HOUR_MS) return
    checkedAt = Date.now()
    registration.update().catch(() => undefined)
  })
}
