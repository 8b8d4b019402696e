import type { ScreenSource } from './screenSource.ts'
import { createContext, useContext } from 'react'
import type { CallFailure, CallResult, Payload } from '../core/result.ts'
import { classify, type ResultClass } from '../core/resultClass.ts'
import type { User } from '../generated/entities.ts'
import { replies } from '../generated/validators/replies.js'
import { contactUrl, httpsUrl, knownRoute } from '../core/url.ts'
import { createQueryStore, type QueryStore } from '../state/queryStore.ts'
import { createDrafts, type Drafts } from '../state/drafts.ts'
import { language, messageOf, setLanguage, translate } from '../state/language.ts'
import { syncServerTime } from '../state/clock.ts'
import { connectQuotes, receiveQuotes, setQuotesStale, type QuoteFeed } from '../state/quotes.ts'
import * as session from '../state/session.ts'
import { layers } from '../state/layers.ts'
import { isOnline } from '../state/network.ts'
import { watch } from '../state/store.ts'
import { busy, closeOverlays, openOverlay, showToast, type Toast } from '../state/ui.ts'
import { createApi, type Api, type CallOptions } from '../transport/api.ts'
import type { Config } from './boot/config.ts'
import { createContacts, type Contacts } from './contacts.ts'
import { openContact, openWindow } from './device.ts'
import { watchIdle } from './idle.ts'
import { createScreenPrefetcher, type ScreenPrefetcher } from './prefetch.ts'
import { createNavigator, type Navigator } from './navigator.ts'
import { currentAddress, resolveAddress, type Destination } from './routes.ts'
import { watchSessionOfOtherTabs } from './sessionSync.ts'
import { watchPendingPayments, paymentPorts } from './pendingPayments.ts'

export interface RuntimePorts {
  config: Config
  catalogue: ScreenSource
  /** Toasts about the session may precede the texts. */
  texts?: Promise<unknown>
  send?: typeof globalThis.fetch
  live?: () => Promise<QuoteFeed>
}

/** Everything below the screens, connected. One for each page. */
export interface AppServices {
  config: Config
  catalogue: ScreenSource
  api: Api
  data: QueryStore
  /** Unsent input of this user's session. */
  drafts: Drafts
  navigator: Navigator
  prefetcher: ScreenPrefetcher
  contacts: Contacts
  toast: (text: string, options?: Partial<Pick<Toast, 'tone' | 'about'>> & { ms?: number }) => void
  explain: (failure: CallFailure) => string
  openLink: (url: string, where: 'webview' | 'window') => void
  startSession: () => Promise<() => void>
  login: (token: string) => Promise<CallResult>
  logout: () => Promise<void>
  switchAccount: (mode: 'real' | 'demo') => Promise<CallResult>
  /** Marks the data of these calls as stale, and reloads the session's user. */
  invalidate: (calls: readonly string[]) => void
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
const WEBVIEW_ROUTE = '/pages/webview/index'

const toast: AppServices['toast'] = (text, options) => showToast(text, options)
const explain: AppServices['explain'] = (failure) => {
  const { code, status = 0 } = failure
  const resultClass = classify({ ok: false, ...failure })
  if (resultClass === 'httpError' || resultClass === 'serverError') return translate('error.httpStatus', { status })
  const key = FAILURE_MESSAGE_KEYS[resultClass]
  if (key !== undefined && !language().has(`error.${code}`)) return translate(key)
  return messageOf('error', failure) || translate('error.unknown')
}

const quietly = { background: true, silent: true }

/** Creates and connects the services of the app, until `close` is called. Throws when the catalogue has no manifest yet. */
export function createRuntime({
  config,
  catalogue,
  texts = Promise.resolve(),
  send,
  live: loadQuotes,
}: RuntimePorts): AppServices {
  const api = createApi({
    base: config.apiBase,
    ...(send && { fetch: send }),
    lang: () => language().lang,
    token: session.token,
    onToast({ ms, payment, ...notice }) {
      void texts.finally(() =>
        showToast(messageOf('error', notice) || translate('error.unknown'), {
          tone: 'error',
          ms,
          ...(payment && { about: 'payment' }),
        }),
      )
    },
    onSessionEnd() {
      endSession(returnAddress())
    },
    busy,
    online: isOnline,
    ...paymentPorts(
      texts,
      (key) => callOwn('wallet/outcome', { key }, quietly),
      () => data.invalidate(Object.keys(catalogue.manifest().calls)),
    ),
  })
  api.define(catalogue.manifest().calls)

  /** A call of the app's own code (src/app/shell.json), which parses its reply by its compiled types, in any live revision. */
  const callOwn = (call: keyof typeof replies, payload: Payload, options?: CallOptions): Promise<CallResult> =>
    api.call(call, payload, { ...options, accepts: replies[call] })

  const data = createQueryStore((call, payload, options) =>
    api.call(call, payload, { ...options, silent: options.background }),
  )
  const drafts = createDrafts()
  let previousSession = session.session()
  const stopSessionWatch = watch(session.sessionAtom, () => {
    const { token, mode } = session.session()
    // A login keeps the drafts typed as a visitor.
    if (previousSession.token !== null && (previousSession.token !== token || previousSession.mode !== mode))
      drafts.clear()
    previousSession = session.session()
  })
  const closeQuotes = connectQuotes(
    loadQuotes ??
      (async () =>
        (await import('../transport/live.ts')).createLive({
          config: config.live,
          onQuotes: receiveQuotes,
          onStale: setQuotesStale,
          onClock: syncServerTime,
        })),
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
    resolve,
    catalogue,
    api,
    data,
    drafts,
    config,
  })
  navigator.onNavigate((address) => prefetcher.prefetch(address))
  const contacts = createContacts(() => callOwn('news/getkf', {}, quietly))

  /** Loads the user and the account mode. */
  async function loadUser(): Promise<CallResult> {
    const result = await callOwn('user/info', {}, quietly)
    if (result.ok) session.setMode((result.data as User).mode)
    return result
  }

  function invalidate(calls: readonly string[]): void {
    data.invalidate(calls)
    if (calls.includes('user/info') && session.token() !== null) void session.refreshUser(loadUser)
  }

  /** The displayed address; on the login screen the address to return to. */
  const returnAddress = (): string | undefined => (isOnLogin() ? (navigator.returnTo() ?? undefined) : currentAddress())

  function endSession(returnTo?: string): void {
    navigator.go(catalogue.manifest().shell.login, {}, 'reset', returnTo)
    session.logout()
    data.clear()
    closeOverlays()
  }

  const stopIdle = watchIdle(config.idle, () => {
    if (session.token() === null) return
    void callOwn('user/logout', {}, quietly)
    endSession(returnAddress())
  })

  const stopPayments = watchPendingPayments(api)
  // No screen waits for it.
  const verification = import('./verificationPolling.ts').then(
    ({ pollVerification }) =>
      pollVerification({
        fetchUser: () => session.refreshUser(loadUser),
        onChange: () => data.invalidate(['user/getrealinfo', 'user/usermessage']),
      }),
    (error: unknown) => console.warn('placard: verification', error),
  )

  const stopTabs = watchSessionOfOtherTabs((token) => {
    if (session.token() === null || session.token() === token) return
    if (token === null) endSession()
    // Another user: no data of the first may remain.
    else location.reload()
  })

  return {
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

    openLink(url, where) {
      const route = knownRoute(url, routes)
      if (route !== null) return navigator.go(route)
      const contact = contactUrl(url)
      if (contact !== null) return openContact(contact)
      const safe = httpsUrl(url)
      if (safe === null) return toast(translate('shell.linkRefused'), { tone: 'error' })
      if (where === 'window') return openWindow(safe)
      if (httpsUrl(safe, config.webviewOrigins) !== null && catalogue.manifest().routes[WEBVIEW_ROUTE])
        return navigator.go(WEBVIEW_ROUTE, { url: safe })
      // Foreign sites are not drawn inside the app: ask the user, then leave it.
      const question = {
        title: translate('shell.leaveTitle'),
        text: translate('shell.leaveText', { host: new URL(safe).host }),
        confirmLabel: translate('shell.leaveOk'),
      }
      void openOverlay<boolean>('confirm', question).then((confirmed) => {
        if (confirmed) openWindow(safe)
      })
    },

    startSession: () => session.startSession(loadUser),

    async login(token) {
      const onLogin = isOnLogin()
      const result = await session.login(token, loadUser)
      // On the login screen the guard redirects, as for any logged-in user.
      if (result.ok && !onLogin) navigator.resume()
      return result
    },

    async logout() {
      // Sent before the token is removed; the reply is ignored.
      void callOwn('user/logout', {}, quietly)
      endSession()
    },

    async switchAccount(mode) {
      const result = await callOwn('user/switch_account', { mode })
      if (result.ok) await session.refreshUser(loadUser)
      return result
    },

    invalidate,

    async changeLanguage(lang) {
      try {
        await setLanguage(lang, (one) => catalogue.texts(one))
      } catch {
        return toast(translate('error.unreachable'), { tone: 'error' })
      }
      if (session.token() !== null) void callOwn('set/lang', { language: lang }, quietly)
    },

    close() {
      stopIdle()
      stopTabs()
      stopSessionWatch()
      stopPayments()
      void verification.then((stop) => stop?.())
      prefetcher.close()
      closeQuotes()
      data.close()
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
