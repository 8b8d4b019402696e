import { onlineAtom } from '../state/network.ts'
import { get, watch } from '../state/store.ts'
import { session, sessionAtom } from '../state/session.ts'
import { showToast } from '../state/ui.ts'
import { textOf, translate } from '../state/language.ts'
import type { Api, ApiPorts } from '../transport/api.ts'
import type { KeyStore } from '../transport/payments/keyStore.ts'
import type { ReconcilePorts } from '../transport/payments/reconcile.ts'

/** Duration of a toast that is readable after a page reload. */
const TOAST_MS = 8_000
/** Pauses before the retries: a phone that changes its network is back after about so long. */
const RESEND_AFTER_MS = [1_000, 2_000]
const TAB_KEY = 'placard.tab'

const currentUserId = (): string | null => {
  const id = session().user?.id
  return typeof id === 'string' ? id : null
}

/** Ports by which the api sends each payment once, over a reload too, and reports its outcome. */
export function paymentPorts(
  texts: Promise<unknown>,
  fetchOutcome: ReconcilePorts['fetchOutcome'],
  onExecuted: () => void,
): Pick<ApiPorts, 'storage' | 'tab' | 'user' | 'reconcile' | 'locks' | 'database' | 'resendAfter'> {
  return {
    storage: keyStorage(),
    // Only where the page has come over https, or from this machine.
    locks: (navigator as Partial<Navigator>).locks,
    database: (globalThis as Partial<Pick<typeof globalThis, 'indexedDB'>>).indexedDB,
    tab: tabId(),
    user: currentUserId,
    resendAfter: RESEND_AFTER_MS,
    reconcile: {
      fetchOutcome,
      onResolved({ done, success }) {
        if (done) onExecuted()
        void texts.finally(() => {
          if (done)
            showToast(translate('shell.moneyDone', { what: textOf(`success.${success ?? 'saved'}`) }), {
              tone: 'success',
              ms: TOAST_MS,
            })
          else showToast(translate('shell.moneyUndone'), { ms: TOAST_MS })
        })
      },
    },
  }
}

/** Resolves payments without an answer after a login, when the network is back, and when another tab can no longer be waiting. Returns the function that stops it. */
export function watchPendingPayments(api: Pick<Api, 'resolveUnanswered'>): () => void {
  let user: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const resolve = async (all: boolean): Promise<void> => {
    clearTimeout(timer)
    if (currentUserId() === null) return
    const delayMs = await api.resolveUnanswered(all)
    if (delayMs !== null && !closed) timer = setTimeout(() => void resolve(false), delayMs)
  }
  const changed = () => {
    const before = user
    user = currentUserId()
    // After a login the payments that this page has sent before count too.
    if (user !== null && user !== before) void resolve(true)
  }
  const stops = [watch(sessionAtom, changed), watch(onlineAtom, () => void (get(onlineAtom) && resolve(false)))]
  return () => {
    closed = true
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

/** The device's own storage where the browser allows it; the api keeps its own copy otherwise. */
function keyStorage(): KeyStore {
  try {
    const { localStorage: device } = globalThis
    return {
      getItem: (key) => device.getItem(key),
      setItem: (key, value) => device.setItem(key, value),
      removeItem: (key) => device.removeItem(key),
      keys: () => Object.keys(device),
    }
  } catch {
    return { getItem: () => null, setItem: () => undefined, removeItem: () => undefined, keys: () => [] }
  }
}

/** Id of the tab: the same after a reload. */
function tabId(): string {
  try {
    const known = globalThis.sessionStorage.getItem(TAB_KEY)
    if (known !== null) return known
    const name = Math.random().toString(36).slice(2, 12)
    globalThis.sessionStorage.setItem(TAB_KEY, name)
    return name
  } catch {
    return ''
  }
}
