import type { Client } from '../../engine/state/client/client.ts'
import { offerUpdate } from '../../engine/state/update.ts'
import { report } from '../../engine/language/report.ts'

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

/** Keeps this build for when there is no network, and offers the next one when all of it is there. */
export async function startWorker({ ui, language: { translate } }: Client, typed: () => boolean): Promise<void> {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  const registration = await serviceWorker.register(workerUrl(), { updateViaCache: 'none' })

  async function activate(waiting: ServiceWorker): Promise<void> {
    if (
      typed() &&
      (await ui.openOverlay<boolean>('confirm', {
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
    registration.update().catch((error: unknown) => report(error, 'update of the service worker'))
  })
}
