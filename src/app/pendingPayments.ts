import { onlineAtom } from '../state/network.ts'
import { get, watch } from '../state/store.ts'
import { session, sessionAtom } from '../state/session.ts'
import { showToast } from '../state/ui.ts'
import { textOf, translate } from '../state/language.ts'
import type { Api, ApiPorts } from '../transport/api.ts'
import type { KeyStore } from '../transport/keyStore.ts'
import type { ReconcilePorts } from '../transport/reconcile.ts'

/** Long enough to be read by somebody who has just reloaded the page. */
const TOAST_MS = 8_000
/** A phone that changes its network is back after about so long. */
const RESEND_AFTER_MS = [1_000, 2_000]
const TAB_KEY = 'placard.tab'

const currentUserId = (): string | null => {
  const id = session().user?.id
  return typeof id === 'string' ? id : null
}

/** What the api needs to make each submit of money once, over a reload too, and to tell what became of it. */
export function paymentPorts(texts: Promise<unknown>, ask: ReconcilePorts['ask'], moved: () => void): Pick<ApiPorts, 'storage' | 'tab' | 'user' | 'lost' | 'locks' | 'database' | 'resendAfter'> {
  return {
    storage: keyStorage(),
    // Only where the page has come over https, or from this machine.
    locks: (navigator as Partial<Navigator>).locks,
    database: (globalThis as Partial<Pick<typeof globalThis, 'indexedDB'>>).indexedDB,
    tab: tabId(),
    user: currentUserId,
    resendAfter: RESEND_AFTER_MS,
    lost: {
      ask,
      tell({ done, success }) {
        if (done) moved()
        void texts.finally(() => {
          if (done) showToast(translate('shell.moneyDone', { what: textOf(`success.${success ?? 'saved'}`) }), { tone: 'success', ms: TOAST_MS })
          else showToast(translate('shell.moneyUndone'), { ms: TOAST_MS })
        })
      },
    },
  }
}

/** Looks for money calls whose answer was lost: when somebody has logged in, is back on the network, or another tab can no longer be waiting. */
export function watchPendingPayments(api: Pick<Api, 'findLost'>): () => void {
  let user: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const look = async (all: boolean): Promise<void> => {
    clearTimeout(timer)
    if (currentUserId() === null) return
    const again = await api.findLost(all)
    if (again !== null && !closed) timer = setTimeout(() => void look(false), again)
  }
  const changed = () => {
    const before = user
    user = currentUserId()
    // Who has just logged in begins anew: what this page had sent before is lost to them too.
    if (user !== null && user !== before) void look(true)
  }
  const stops = [watch(sessionAtom, changed), watch(onlineAtom, () => void (get(onlineAtom) && look(false)))]
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

/** The same over a reload, another one in each tab. */
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
