import { onlineAtom } from '../../engine/state/data/network.ts'
import { get, watch } from '../../engine/state/store.ts'
import type { Client } from '../../engine/state/client/client.ts'
import type { Api, ApiPorts } from '../../engine/transport/api.ts'
import type { PaymentPorts } from '../../engine/transport/payments/paymentClient.ts'
import type { KeyStore } from '../../engine/transport/payments/keyStore.ts'
import type { PaymentOutcome, ReconcilePorts } from '../../engine/transport/payments/reconcile.ts'

/** Duration of a toast that is readable after a page reload. */
const TOAST_MS = 8_000
/** Pauses before the retries: a phone that changes its network is back after about so long. */
const RESEND_AFTER_MS = [1_000, 2_000]
const TAB_KEY = 'tab'

const userIdOf = ({ session }: Client): string | null => {
  const id = session.current().user?.id
  return typeof id === 'string' ? id : null
}

/** Ports by which the api sends each payment once, over a reload too, and reports its outcome. */
export function paymentPorts(
  client: Client,
  texts: Promise<unknown>,
  fetchOutcome: ReconcilePorts['fetchOutcome'],
  onExecuted: () => void,
): Pick<ApiPorts, keyof PaymentPorts> {
  const messages = createOutcomeMessages(client, texts)
  return {
    storage: keyStorage(),
    // Only where the page has come over https, or from this machine.
    locks: (navigator as Partial<Navigator>).locks,
    database: (globalThis as Partial<Pick<typeof globalThis, 'indexedDB'>>).indexedDB,
    tab: tabId(client.storage.nameOf(TAB_KEY)),
    user: () => userIdOf(client),
    resendAfter: RESEND_AFTER_MS,
    reconcile: {
      fetchOutcome,
      onResolved(outcome) {
        if (outcome.done) onExecuted()
        messages.add(outcome)
      },
    },
    onUnresolved: client.unresolvedPayments.set,
    onProgress: messages.clear,
  }
}

/**
 * Messages about the outcomes of payments, one after the other. Each removes what has been shown about payments before: an outcome must not
 * be shown beside its opposite.
 */
function createOutcomeMessages(
  { ui: { showToast, closeToasts }, language: { translate, textOf } }: Client,
  texts: Promise<unknown>,
): { add(outcome: PaymentOutcome): void; clear(): void } {
  let waiting: PaymentOutcome[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(): void {
    timer = undefined
    const outcome = waiting.shift()
    if (!outcome) return
    const { done, success } = outcome
    closeToasts('payment')
    if (done)
      showToast(translate('shell.moneyDone', { what: textOf(`success.${success ?? 'saved'}`) }), {
        tone: 'success',
        ms: TOAST_MS,
        about: 'payment',
      })
    else showToast(translate('shell.moneyUndone'), { ms: TOAST_MS, about: 'payment' })
    timer = setTimeout(show, TOAST_MS)
  }

  return {
    add(outcome) {
      waiting.push(outcome)
      void texts.finally(() => {
        if (timer === undefined) show()
      })
    },
    clear() {
      waiting = []
      clearTimeout(timer)
      timer = undefined
      closeToasts('payment')
    },
  }
}

/**
 * Resolves payments without an answer after a login, when the network or the live connection is back, and when another tab can no longer be waiting; follows what
 * other tabs resolve. Returns the function that stops it.
 */
export function watchPendingPayments(
  client: Client,
  api: Pick<Api, 'resolveUnanswered' | 'forgetRemoved'>,
): () => void {
  const { session, live, unresolvedPayments } = client
  let user: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const resolve = async (all: boolean): Promise<void> => {
    clearTimeout(timer)
    if (userIdOf(client) === null) return
    const delayMs = await api.resolveUnanswered(all)
    if (delayMs !== null && !closed) timer = setTimeout(() => void resolve(false), delayMs)
  }
  const changed = () => {
    const before = user
    user = userIdOf(client)
    if (user !== before) unresolvedPayments.set([])
    // After a login the payments that this page has sent before count too.
    if (user !== null && user !== before) void resolve(true)
  }
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== null && newValue === null) api.forgetRemoved(key)
  }
  window.addEventListener('storage', onStorage)
  const stops = [
    () => window.removeEventListener('storage', onStorage),
    watch(session.atom, changed),
    watch(onlineAtom, () => void (get(onlineAtom) && resolve(false))),
    // The server answers again, without a change of the network.
    watch(live.stale, () => void (!get(live.stale) && resolve(false))),
  ]
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
function tabId(storedAs: string): string {
  try {
    const known = globalThis.sessionStorage.getItem(storedAs)
    if (known !== null) return known
    const name = Math.random().toString(36).slice(2, 12)
    globalThis.sessionStorage.setItem(storedAs, name)
    return name
  } catch {
    return ''
  }
}
