import type { ScreenSource } from './screenSource.ts'
import { createContext, useContext } from 'react'
import type { CallFailure, CallResult, Payload } from '../engine/language/result.ts'
import { LIVE_GAP_MS } from '../engine/language/constants.ts'
import { classify, traitsOf, type ResultClass } from '../engine/language/resultClass.ts'
import type { ServiceName } from '../engine/language/services.ts'
import { contactUrl, httpsUrl, knownRoute } from '../engine/language/url.ts'
import { createQueryStore, type QueryStore } from '../engine/state/data/queryStore.ts'
import { createDrafts, type Drafts } from '../engine/state/forms/drafts.ts'
import type { Product } from './product.ts'
import type { Client } from '../engine/state/client/client.ts'
import type { LiveFeed } from '../engine/state/client/liveValues.ts'
import type { Mode } from '../engine/state/client/session.ts'
import type { ToastOptions } from '../engine/state/client/ui.ts'
import { layers } from '../engine/state/layers.ts'
import { isOnline } from '../engine/state/data/network.ts'
import { get, watch } from '../engine/state/store.ts'
import { createApi, type Api, type CallOptions } from '../engine/transport/api.ts'
import type { Config } from './boot/config.ts'
import { keepDrafts } from './storage/draftStorage.ts'
import { createContacts, type Contacts } from './contacts.ts'
import { openContact, openWindow } from './device/device.ts'
import { watchIdle } from './user/idle.ts'
import { createReplyCache } from './storage/replyCache.ts'
import { createScreenPrefetcher, type ScreenPrefetcher } from './prefetch.ts'
import { watchKeyboard } from './device/keyboard.ts'
import { addressOf, createNavigator, type Navigator } from './navigator.ts'
import { currentAddress, resolveAddress, type Destination } from './routes.ts'
import { watchSessionOfOtherTabs } from './user/sessionSync.ts'
import { watchPendingPayments, paymentPorts } from './user/pendingPayments.ts'

export interface RuntimePorts {
  client: Client
  product: Product
  config: Config
  catalogue: ScreenSource
  /** Toasts about the session may precede the texts. */
  texts?: Promise<unknown>
  send?: typeof globalThis.fetch
  live?: () => Promise<LiveFeed>
}

/** Everything below the screens, connected. One for each page. */
export interface AppServices {
  client: Client
  product: Product
  config: Config
  catalogue: ScreenSource
  api: Api
  data: QueryStore
  /** Unsent input of this user's session. */
  drafts: Drafts
  navigator: Navigator
  prefetcher: ScreenPrefetcher
  contacts: Contacts
  toast: (text: string, options?: ToastOptions) => void
  explain: (failure: CallFailure) => string
  /** Calls a service of the product (src/product/services.json). */
  callService: (service: ServiceName, payload: Payload, options?: CallOptions) => Promise<CallResult>
  openLink: (url: string, where: 'webview' | 'window') => void
  startSession: () => Promise<() => void>
  login: (token: string) => Promise<CallResult>
  logout: () => Promise<void>
  switchAccount: (mode: Mode) => Promise<CallResult>
  /** Marks the data of these calls as stale, and reloads the session's user. */
  invalidate: (calls: readonly string[]) => void
  /** Fetches the user again, where there is one. */
  refreshUser: () => void
  changeLanguage: (lang: string) => Promise<void>
  close: () => void
}

/** Client-side failures have many codes and few messages. */
const FAILURE_MESSAGE_KEYS: Readonly<
  Partial<Record<ResultClass, 'error.unreachable' | 'error.timeout' | 'error.replyNotContract'>>
> = {
  unreachable: 'error.unreachable',
  timedOut: 'error.timeout',
  invalidReply: 'error.replyNotContract',
}

const quietly = { background: true, silent: true }

/** Creates and connects the services of the app, until `close` is called. Throws when the catalogue has no manifest yet. */
export function createRuntime({
  client,
  product,
  config,
  catalogue,
  texts = Promise.resolve(),
  send,
  live: loadLive,
}: RuntimePorts): AppServices {
  const { language, session, live, ui } = client
  const { plugin, services, replies } = product
  const { messageOf, translate } = language

  const toast: AppServices['toast'] = ui.showToast
  const explain: AppServices['explain'] = (failure) => {
    const { code, status = 0 } = failure
    const resultClass = classify({ ok: false, ...failure })
    if (resultClass === 'httpError' || resultClass === 'serverError') return translate('error.httpStatus', { status })
    const key = FAILURE_MESSAGE_KEYS[resultClass]
    if (key !== undefined && !language.current().has(`error.${code}`)) return translate(key)
    return messageOf('error', failure) || translate('error.unknown')
  }

  const api = createApi({
    base: config.apiBase,
    ...(send && { fetch: send }),
    lang: () => language.current().lang,
    token: session.token,
    onToast({ ms, payment, ...notice }) {
      void texts.finally(() =>
        ui.showToast(messageOf('error', notice) || translate('error.unknown'), {
          tone: 'error',
          ms,
          ...(payment && { about: 'payment' }),
        }),
      )
    },
    onSessionEnd() {
      endSession(returnAddress())
    },
    busy: ui.busy,
    online: isOnline,
    ...paymentPorts(
      client,
      texts,
      (key) => callService('paymentOutcome', { key }, quietly),
      () => data.invalidate(Object.keys(catalogue.manifest().calls)),
    ),
  })
  api.define(catalogue.manifest().calls)

  /** Calls a service of the product. Its reply is parsed by its compiled types, in any live revision. */
  async function callService(service: ServiceName, payload: Payload, options?: CallOptions): Promise<CallResult> {
    const [call, accepts] = [services[service], replies[service]]
    if (call === undefined || !accepts)
      return {
        ok: false,
        kind: 'refused',
        code: 'unknown',
        message: `The product has no service "${service}".`,
        params: {},
      }
    return await api.call(call, payload, { ...options, accepts })
  }

  const replyCache = createReplyCache({
    storage: client.storage,
    definition: api.definition,
    lang: () => language.current().lang,
    keptCalls: plugin.keptCalls,
    owner() {
      const id = session.current().user?.id
      return typeof id === 'string' ? id : null
    },
  })
  const data = createQueryStore(
    client,
    (call, payload, options) => api.call(call, payload, { ...options, silent: options.background }),
    replyCache,
  )
  const drafts = createDrafts()
  const stopDrafts = keepDrafts(client, drafts)
  let previousSession = session.current()
  const stopSessionWatch = watch(session.atom, () => {
    const { token, mode } = session.current()
    if (previousSession.token !== null && previousSession.token !== token) replyCache.forgetOwn()
    // A login keeps the drafts typed as a visitor.
    if (previousSession.token !== null && (previousSession.token !== token || previousSession.mode !== mode)) {
      drafts.clear()
      // Open overlays are about the other account, above all a confirmation.
      ui.closeOverlays()
    }
    previousSession = session.current()
  })
  const closeLive = live.connect(
    loadLive ??
      (async () => {
        const [{ createLive }, contract] = await Promise.all([import('../engine/transport/live.ts'), plugin.loadLive()])
        return createLive({
          config: config.live,
          contract,
          keyOf: plugin.liveKeys.keyOf,
          onValues: live.receive,
          onStale: live.setStale,
          isStale: get(live.stale),
          onClock: client.clock.sync,
          token: session.token,
        })
      }),
    LIVE_GAP_MS,
  )

  const resolve = (address: string): Destination => resolveAddress(catalogue.manifest(), address)
  const routes = { has: (route: string) => resolve(route).isKnown }
  const isOnLogin = (): boolean => resolve(currentAddress()).route === catalogue.manifest().shell.login

  const navigator = createNavigator({
    routes: () => routes,
    isTab: (route) => resolve(route).isTab,
    home: () => catalogue.manifest().shell.home,
    notFound: () => catalogue.manifest().shell.notFound,
    layers,
    // The library's state of the entry stays as it is: `navigate` would give the entry another key.
    rewrite: (address) => history.replaceState(history.state, '', `#${address}`),
  })
  const prefetcher = createScreenPrefetcher({
    client,
    product,
    resolve,
    catalogue,
    api,
    data,
    drafts,
    config,
  })
  navigator.onNavigate((address, origin) => {
    prefetcher.prefetch(address)
    if (origin === 'browser') ui.markToastsOld()
    ui.closeOldToasts()
  })
  // Captured: before the handler of what is pressed.
  window.addEventListener('click', ui.markToastsOld, true)
  const stopKeyboard = watchKeyboard()
  const contacts = createContacts(() => callService('contacts', {}, quietly))

  /** Loads the user and the account mode. */
  async function loadUser(): Promise<CallResult> {
    const result = await callService('user', {}, quietly)
    return result
  }

  function invalidate(calls: readonly string[]): void {
    data.invalidate(calls)
    if (services.user !== undefined && calls.includes(services.user)) refreshUser()
  }

  function refreshUser(): void {
    if (session.token() !== null) void session.refreshUser(loadUser)
  }

  /** The displayed address, without the result of another screen, which the next user must not get; on the login screen the address to return to. */
  const returnAddress = (): string | undefined =>
    isOnLogin() ? (navigator.returnTo() ?? undefined) : addressOf(currentAddress(), { result: null })

  function endSession(returnTo?: string): void {
    navigator.go(catalogue.manifest().shell.login, {}, 'reset', returnTo)
    session.logout()
    data.clear()
  }

  let stopIdle = () => {}
  /** A session that is stored may be over by the time without input: it is read first. */
  function startSession(): Promise<() => void> {
    const started = session.start(loadUser)
    stopIdle()
    stopIdle = watchIdle(client.storage, config.idle, () => {
      if (session.token() === null) return
      void callService('logout', {}, quietly)
      endSession(returnAddress())
    })
    return started
  }

  const stopPayments = watchPendingPayments(client, api)
  // Live values are back before the requests that have failed would be sent again.
  const stopRecovery = watch(live.stale, () => {
    if (get(live.stale)) return
    data.refetchFailed()
    session.retryUser(loadUser)
  })
  function openLink(url: string, where: 'webview' | 'window'): void {
    const route = knownRoute(url, routes)
    if (route !== null) return navigator.go(route)
    const contact = contactUrl(url)
    if (contact !== null) return openContact(contact)
    const safe = httpsUrl(url)
    if (safe === null) return toast(translate('shell.linkRefused'), { tone: 'error' })
    if (where === 'window') return openWindow(safe)
    const { webview } = catalogue.manifest().shell
    if (webview !== undefined && httpsUrl(safe, config.webviewOrigins) !== null)
      return navigator.go(webview, { url: safe })
    // Foreign sites are not drawn inside the app: ask the user, then leave it.
    const question = {
      title: translate('shell.leaveTitle'),
      text: translate('shell.leaveText', { host: new URL(safe).host }),
      confirmLabel: translate('shell.leaveOk'),
    }
    void ui.openOverlay<boolean>('confirm', question).then((confirmed) => {
      if (confirmed) openWindow(safe)
    })
  }

  /** Watch of the user, loaded with the first session: a visitor does not need it, and no screen waits for it. */
  let userWatch: Promise<(() => void) | null> | null = null
  function startUserWatch(): void {
    if (session.token() === null) return
    userWatch ??= import('./user/watchUser.ts').then(
      ({ watchUser }) =>
        watchUser(client, plugin, {
          callService: (service, payload) => callService(service, payload, quietly),
          refreshUser: () => session.refreshUser(loadUser),
          writeUser: (write) => session.applyUserReply(write, loadUser),
          invalidate: data.invalidate,
          toast,
          openLink,
        }),
      (error: unknown) => {
        console.warn('placard: user', error)
        userWatch = null
        return null
      },
    )
  }
  const stopSessionStart = watch(session.atom, startUserWatch)
  startUserWatch()

  const stopTabs = watchSessionOfOtherTabs(
    client.storage,
    (token) => {
      if (session.token() === null || session.token() === token) return
      if (token === null) endSession()
      // Another user: no data of the first may remain.
      else location.reload()
    },
    (mode) => {
      if (session.token() === null || session.current().mode === mode) return
      session.adoptMode(mode)
      void session.refreshUser(loadUser)
    },
  )

  let languageSent: Promise<unknown> = Promise.resolve()
  /** Sends the language on screen for the user, after the request before: the server has the last one in the end. */
  function sendLanguage(): void {
    const { lang } = language.current()
    const { token, generation } = session.current()
    if (token === null) return
    languageSent = languageSent.then(async () => {
      if (language.current().lang === lang && session.current().generation === generation)
        await callService('language', { language: lang }, quietly)
    })
  }

  return {
    client,
    product,
    config,
    catalogue,
    api,
    data,
    drafts,
    navigator,
    prefetcher,
    contacts,
    toast,
    explain,
    callService,

    openLink,

    startSession,

    async login(token) {
      const onLogin = isOnLogin()
      const result = await session.login(token, loadUser)
      // On the login screen the guard redirects, as for any logged-in user.
      if (result.ok && !onLogin) navigator.resume()
      return result
    },

    async logout() {
      // Sent before the token is removed; the reply is ignored.
      void callService('logout', {}, quietly)
      endSession()
    },

    async switchAccount(mode) {
      const result = await callService('switchAccount', { mode })
      // The reply is the user.
      if (result.ok) await session.refreshUser(async () => result)
      // The account may have been switched all the same.
      else if (traitsOf(result).executed === null) void session.refreshUser(loadUser)
      return result
    },

    invalidate,
    refreshUser,

    async changeLanguage(lang) {
      try {
        if (await language.choose(lang, (chosen) => catalogue.texts(chosen))) sendLanguage()
      } catch {
        toast(translate('error.unreachable'), { tone: 'error' })
      }
    },

    close() {
      stopIdle()
      stopTabs()
      stopSessionWatch()
      window.removeEventListener('click', ui.markToastsOld, true)
      stopKeyboard()
      stopDrafts()
      stopSessionStart()
      stopPayments()
      stopRecovery()
      void userWatch?.then((stop) => stop?.())
      prefetcher.close()
      closeLive()
      data.close()
      replyCache.close()
    },
  }
}

const RuntimeContext = createContext<AppServices | null>(null)
export const RuntimeProvider = RuntimeContext.Provider

/** Returns the services of the app. Throws outside of a RuntimeProvider. */
export function useRuntime(): AppServices {
  const runtime = useContext(RuntimeContext)
  if (!runtime) throw new Error('There is no runtime above this component.')
  return runtime
}
