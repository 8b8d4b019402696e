import { act, cleanup, render, type RenderResult } from './react.tsx'
import userEvent from '@testing-library/user-event'
import { validatorsOf } from './forms.ts'
import { screenOf } from './screenOf.ts'
import { asUnixSeconds } from '../../src/engine/language/values/time.ts'
import type { FormValidators } from '../../src/engine/language/forms/formModule.ts'
import type { CallDef, Json, Manifest, Node, Screen, Step } from '../../src/engine/language/expressions/program.ts'
import type { User } from '../../src/generated/entities.ts'
import { App } from '../../src/app/App.tsx'
import { readConfig } from '../../src/app/boot/config.ts'
import { createRuntime, type AppServices } from '../../src/app/runtime.ts'
import { product } from '../../src/app/product.ts'
import { client } from './client.ts'

/** For tests of the shell: a small app over a server that is a function. */

const any = {}
const def = (method: 'GET' | 'POST', auth: boolean, effect: CallDef['effect'] = 'read'): CallDef => ({
  method,
  auth,
  effect,
  data: any,
})

export const CALLS: Record<string, CallDef> = {
  'user/info': def('GET', true),
  'safe/pay_verify': def('POST', true, 'write'),
  'user/logout': def('POST', true, 'session'),
  'user/switch_account': def('POST', true, 'write'),
  'set/lang': def('POST', true, 'write'),
  'news/getkf': def('GET', false),
  'wallet/list': def('POST', true),
}

/** Returns a node that shows a text. */
export const text = (content: string, sourcePath = 'body/0'): Node => ({
  widget: 'Text',
  props: { text: content },
  sourcePath,
})
/** Returns a node with a button that runs the steps of `press`. */
export const button = (label: string, press: Step[], sourcePath = 'body/1'): Node => ({
  widget: 'Button',
  props: { label },
  on: { press },
  sourcePath,
})

/** Returns a screen with these nodes at the route `/pages/<id>`; `more` replaces any of its members. */
export const screen = (id: string, body: Node[], more: Partial<Screen> = {}): Screen =>
  screenOf(body, {
    id,
    route: `/pages/${id}`,
    title: ['t', `${id}.title`],
    requires: { widgets: ['Text', 'Button'], actions: [], functions: [] },
    calls: CALLS,
    ...more,
  })

const steps = (name: string, args: Record<string, Json>): Step[] => [{ action: name, args, sourcePath: 'x' }]

export const SCREENS: Screen[] = [
  screen('index/index', [text('the home'), button('to news', steps('navigate', { to: '/pages/news/index' }))]),
  screen('market/index', [text('the market')]),
  screen('assets/index', [text('the assets')], { access: ['login'] }),
  screen('user/set', [text('the settings')], { access: ['login'], params: { id: { type: 'string' } } }),
  screen('login/index', [text('the login')], { navigationBar: 'none' }),
  screen('news/index', [text('the news')]),
  screen('lost/index', [text('nothing here')]),
]

/** Returns a manifest of these screens, in which the hash of a screen is its id. */
export function manifestOf(screens: Screen[]): Manifest {
  return {
    revision: 'r',
    routes: Object.fromEntries(
      screens.map(({ id, route, access, navigationBar, requires }) => [
        route,
        { id, hash: id, access, navigationBar, requires },
      ]),
    ),
    locales: { en: 'en', ar: 'ar' },
    shell: {
      tabs: [
        { route: '/pages/index/index', label: 'tab.home', icon: 'house' },
        { route: '/pages/market/index', label: 'tab.market', icon: 'house' },
        { route: '/pages/assets/index', label: 'tab.assets', icon: 'house' },
      ],
      home: '/pages/index/index',
      login: '/pages/login/index',
      notFound: '/pages/lost/index',
    },
    calls: CALLS,
  }
}

export type Server = (call: string, body: string) => unknown

/** Returns the reply of a call that has succeeded. */
export const ok = (data: unknown): unknown => ({ type: 'ok', code: 'done', message: '', params: {}, data })
let taps = 0
/** A tap far from the one before: in a document without layout all would fall on the same spot, as the taps of one nervous finger. */
export async function tap(target: Element): Promise<void> {
  taps += 1
  await userEvent.pointer({ target, keys: '[MouseLeft]', coords: { clientX: taps * 100, clientY: 0 } })
}

export const over = { type: '999', code: 'sessionExpired', message: 'Session over', params: {}, data: null }
export const user: User = {
  id: 'u1',
  account: 'ada',
  nickname: null,
  avatar: null,
  phone: null,
  email: null,
  country: null,
  firstName: null,
  lastName: null,
  inviteCode: 'WELCOME1',
  inviteList: [],
  mode: 'real',
  lang: 'en',
  identity: 0,
  advancedIdentity: 0,
  mayTrade: false,
  hasPayPassword: false,
  hasTwoFactor: false,
  hasWithdrawalAddress: false,
  terms: null,
  watchlist: [],
  waitingAlerts: 0,
  unreadMessages: 0,
  creditScore: 100,
  loanOverdue: false,
  pause: null,
  riskTested: true,
  frozen: false,
  time: asUnixSeconds(1_700_000_000),
}
/** A server with a session: only the user is answered. */
export const signedIn: Server = (call) => (call === 'user/info' ? ok(user) : ok(null))
/** Data of replies that the app's own code parses; null for any other call. */
export const ownData = (call: string): unknown =>
  call === 'user/info' || call === 'user/switch_account' ? user : call === 'news/getkf' ? { rows: [] } : null

export interface TestApp extends RenderResult {
  runtime: AppServices
  calls: string[]
  /** Replaces the catalogue, as the dev server does. */
  publish: (screens: Screen[]) => void
}

interface Options {
  at?: string
  server?: Server
  screens?: Screen[]
  config?: Record<string, unknown>
  /** Screens are never at hand when another revision takes over: they come after it. */
  late?: boolean
}

/** Starts the app at an address and draws until it is quiet. */
export async function startApp({
  at = '/',
  server = (call) => ok(ownData(call)),
  screens = SCREENS,
  config = {},
  late = false,
}: Options = {}): Promise<TestApp> {
  location.hash = `#${at}`
  let current = screens
  let manifest = manifestOf(screens)
  const listeners = new Set<() => void>()
  const calls: string[] = []
  client.language.apply('en', Object.fromEntries(TEXTS.map((key) => [key, key])))
  const validatorsAt = (hash: string): FormValidators | undefined => {
    const form = current.flatMap(({ forms }) => Object.values(forms)).find(({ validator }) => validator === hash)
    return form && validatorsOf(form)
  }
  const runtime = createRuntime({
    client,
    product,
    config: readConfig({ shortName: 'Placard', languages: ['en', 'ar'], ...config }),
    catalogue: {
      manifest: () => manifest,
      watch(changed) {
        listeners.add(changed)
        return () => listeners.delete(changed)
      },
      async screen(hash) {
        const match = current.find((item) => (manifest.routes[item.route]?.hash ?? '') === hash)
        if (!match) throw new Error(`no screen ${hash}`)
        return match
      },
      peek: (hash) => (late ? undefined : current.find((item) => manifest.routes[item.route]?.hash === hash)),
      validators: async (hash) => validatorsAt(hash) ?? Promise.reject(new Error(`no module ${hash}`)),
      peekValidators: (hash) => validatorsAt(hash),
      texts: async () => ({}),
      refresh: async () => false,
    },
    send: async (input, init) => {
      const call = (typeof input === 'string' ? input : '').replace(/^\/api\//, '').split('?', 1)[0] ?? ''
      calls.push(call)
      const reply = await server(call, typeof init?.body === 'string' ? init.body : '')
      return new Response(JSON.stringify(reply))
    },
    live: async () => ({ subscribe() {}, unsubscribe() {}, close() {} }),
  })
  await runtime.startSession()
  const rendered = await act(async () => render(<App runtime={runtime} />))
  return {
    ...rendered,
    runtime,
    calls,
    publish(next) {
      current = next
      manifest = manifestOf(next)
      for (const route of Object.values(manifest.routes)) route.hash += '.changed'
      for (const changed of listeners) changed()
    },
  }
}

const TEXTS = ['gate.verified', 'index/index.title', 'news/index.title', 'market/index.title', 'login/index.title']

/** Unmounts the app, then resets session, overlays, storage and address: each test that starts the app calls it at its end. */
export function stopApp(): void {
  cleanup()
  client.session.logout()
  client.ui.reset()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
}
