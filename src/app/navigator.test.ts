import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Location } from 'react-router-dom'
import { addressOf, createNavigator, entryKeyOf, readState, type HistoryState } from './navigator.ts'

const ROUTES = new Set(['/pages/index/index', '/pages/news/detail', '/pages/login/index', '/pages/lost/index'])
const HOME = '/pages/index/index'
const DETAIL = '/pages/news/detail'
const LOGIN = '/pages/login/index'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Layers that close at once, or refuse. */
function fakeLayers() {
  let open: { refuses: boolean }[] = []
  const watchers = new Set<() => void>()
  const change = (next: typeof open) => {
    open = next
    for (const changed of watchers) changed()
  }
  return {
    open: (refuses = false) => change([...open, { refuses }]),
    count: () => open.length,
    watch(changed: () => void) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    closeTop() {
      const top = open.at(-1)
      if (!top || top.refuses) return false
      change(open.slice(0, -1))
      return true
    },
    closeAll: () => change(open.filter(({ refuses }) => refuses)),
  }
}

/** A navigator with its own history; the test triggers its traversals. */
function start(first: Partial<Location> = {}) {
  const layers = fakeLayers()
  const rewrite = vi.fn((address: string) => void Object.assign(entries[at] ?? {}, split(address)))
  const navigator = createNavigator({
    routes: () => ROUTES,
    isTab: (route) => route === HOME,
    home: () => HOME,
    notFound: () => '/pages/lost/index',
    layers,
    rewrite,
  })
  const entries: Location[] = [{ pathname: DETAIL, search: '', hash: '', state: null, key: 'first', ...first }]
  let at = 0
  let moved = 0
  const addresses: string[] = []
  navigator.onNavigate((address) => addresses.push(address))

  /** The router makes a location for each traversal. */
  const move = (by: number) => {
    at += by
    const entry = entries[at]
    if (entry) entries[at] = { ...entry }
    navigator.traversed(addressAt(entries[at]))
    attach('POP')
  }
  const attach = (type: 'PUSH' | 'REPLACE' | 'POP') => navigator.attach(navigate, entries[at] as Location, type)
  const navigate = vi.fn((to: unknown, { replace, state }: { replace?: boolean; state?: HistoryState } = {}) => {
    if (typeof to === 'number') return void (moved += to)
    const entry = { ...split(String(to)), hash: '', state, key: `key ${Math.random()}` } satisfies Location
    entries.splice(replace ? at : at + 1, entries.length, entry)
    at = entries.length - 1
    return queueMicrotask(() => attach(replace ? 'REPLACE' : 'PUSH'))
  })
  navigator.followLayers()
  return {
    navigator,
    layers,
    navigate,
    rewrite,
    addresses,
    attach: () => attach('POP'),
    /** The browser's own buttons. */
    press: move,
    /** Completes the pending traversal. */
    async arrive() {
      const by = moved
      moved = 0
      if (by !== 0) move(by)
      await vi.advanceTimersByTimeAsync(0)
      return by
    },
    history: () =>
      entries.map(
        (entry, index) =>
          `${index === at ? '>' : ''}${addressAt(entry).replace('/pages/', '')}${'+'.repeat(readState(entry.state).layers ?? 0)}`,
      ),
    state: () => entries[at]?.state as HistoryState,
    key: () => entryKeyOf(entries[at] as Location),
  }
}

const split = (address: string): Pick<Location, 'pathname' | 'search'> => {
  const [pathname = '', search] = address.split('?', 2)
  return { pathname, search: search === undefined ? '' : `?${search}` }
}
const addressAt = (entry: Location | undefined): string => (entry ? entry.pathname + entry.search : 'nowhere')
const soon = () => vi.advanceTimersByTimeAsync(0)

describe('addressOf', () => {
  test('params join the query, absent ones do not', () => {
    expect(addressOf('/a', { id: '3', page: 2, open: true, none: null })).toBe('/a?id=3&page=2&open=true')
    expect(addressOf('/a?id=1&b=2', { id: '3 &', b: null })).toBe('/a?id=3+%26')
    expect(addressOf('/a', {})).toBe('/a')
  })
})

describe('the state of a history entry', () => {
  test('of other making is read as none', () => {
    for (const state of [null, undefined, 3, 'x', { depth: '2', returnTo: 1, entry: null, layers: -1 }])
      expect(readState(state)).toEqual({ depth: 0 })
    const state = { depth: 2, returnTo: DETAIL, entry: 'a', layers: 1 }
    expect(readState(state)).toEqual(state)
  })

  test('an entry that the router has not named gets a key, which stays', async () => {
    const { attach, history, key, state, navigate } = start({ key: 'default' })
    const before = key()
    attach()
    await soon()
    expect(navigate).toHaveBeenCalledExactlyOnceWith(DETAIL, { replace: true, state: { depth: 0, entry: before } })
    expect([key(), state().entry, history()]).toEqual([before, before, ['>news/detail']])
  })
})

describe('navigation', () => {
  test('a push lies above the screen it came from, a reset lies on nothing', async () => {
    const { navigator, attach, history, state, addresses } = start({ state: { depth: 2 } })
    attach()
    navigator.go(DETAIL, { id: '3' })
    expect(state()).toEqual({ depth: 3 })
    navigator.go(HOME, {}, 'reset')
    await soon()
    expect([history(), state()]).toEqual([['news/detail', '>index/index'], { depth: 0 }])
    expect(addresses).toEqual([`${DETAIL}?id=3`, HOME])
  })

  test('returnTo is known on the screen of an access rule, and nowhere else', () => {
    const { navigator, attach, state } = start({ state: { depth: 1 } })
    attach()
    navigator.redirect(LOGIN, `${DETAIL}?id=3`)
    expect([navigator.returnTo(), state()]).toEqual([`${DETAIL}?id=3`, { depth: 1, returnTo: `${DETAIL}?id=3` }])
    navigator.go('/pages/lost/index')
    expect(state()).toEqual({ depth: 2, returnTo: `${DETAIL}?id=3` })
    navigator.go(LOGIN, {}, 'replace')
    expect(state()).toEqual({ depth: 2, returnTo: `${DETAIL}?id=3` })
  })

  test.each<[string, (started: ReturnType<typeof start>) => void]>([
    ['going back', ({ press }) => press(-1)],
    ['a tab', ({ navigator }) => navigator.go(HOME)],
    ['a reset', ({ navigator }) => navigator.go(LOGIN, {}, 'reset')],
  ])('%s drops returnTo', async (_way, away) => {
    const started = start()
    started.attach()
    started.navigator.go(LOGIN, {}, 'push', DETAIL)
    await soon()
    expect(started.navigator.returnTo()).toBe(DETAIL)
    away(started)
    expect(started.navigator.returnTo()).toBeNull()
  })

  test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/pages/none', '/pages/news/detail#x'])(
    '%s leads to not-found',
    (to) => {
      const { navigator, attach, navigate } = start()
      attach()
      navigator.go(to, { id: '1' })
      expect(navigate).toHaveBeenCalledExactlyOnceWith('/pages/lost/index', { replace: false, state: { depth: 1 } })
    },
  )

  test('back never leaves the app: at the bottom it goes Home', async () => {
    const { navigator, attach, history, arrive } = start()
    attach()
    navigator.go(LOGIN)
    navigator.back()
    expect(await arrive()).toBe(-1)
    navigator.back(2)
    await soon()
    expect(history()).toEqual(['>index/index'])
  })

  test('back shows the fallback at the bottom only', async () => {
    const { navigator, attach, history, arrive } = start()
    attach()
    navigator.go(LOGIN)
    navigator.back(1, '/pages/lost/index')
    expect(await arrive()).toBe(-1)
    expect(history()[0]).toBe('>news/detail')
    navigator.back(1, LOGIN)
    await soon()
    expect(history()).toEqual(['>login/index'])
  })

  test('a result is in the address of the entry that is reached, before the router reads it', async () => {
    const { navigator, attach, history, arrive, rewrite, addresses, key } = start({ search: '?a=1' })
    attach()
    const askingKey = key()
    navigator.go(LOGIN)
    navigator.returnResult('52.5,13.4')
    await arrive()
    expect(rewrite).toHaveBeenCalledExactlyOnceWith(`${DETAIL}?a=1&result=52.5%2C13.4`)
    expect([history()[0], key(), addresses.at(-1)]).toEqual([
      '>news/detail?a=1&result=52.5%2C13.4',
      askingKey,
      `${DETAIL}?a=1&result=52.5%2C13.4`,
    ])
  })

  test('an unrequested result leads Home', () => {
    const { navigator, attach, navigate } = start()
    attach()
    navigator.returnResult('52.5,13.4')
    expect(navigate).toHaveBeenCalledExactlyOnceWith(HOME, { replace: true, state: { depth: 0 } })
  })

  test('before the router is attached the last navigation waits', () => {
    const { navigator, attach, navigate } = start()
    navigator.go(DETAIL)
    navigator.go(LOGIN, {}, 'reset')
    attach()
    expect(navigate).toHaveBeenCalledExactlyOnceWith(LOGIN, { replace: true, state: { depth: 0 } })
  })

  test('a navigation during a traversal follows it, in order', async () => {
    const { navigator, attach, history, arrive } = start()
    attach()
    navigator.go(LOGIN)
    navigator.back()
    navigator.go(DETAIL, { id: '1' })
    navigator.go(DETAIL, { id: '2' })
    await arrive()
    expect(history()).toEqual(['news/detail', 'news/detail?id=1', '>news/detail?id=2'])
  })

  test('an access rule does not redirect a screen that is being left', async () => {
    const { navigator, attach, history, arrive } = start()
    attach()
    navigator.go(DETAIL)
    navigator.back()
    navigator.go(LOGIN, {}, 'reset')
    navigator.redirect(LOGIN, DETAIL)
    await arrive()
    expect([history(), navigator.returnTo()]).toEqual([['>login/index'], null])
  })

  test('a remount with the location that is attached already navigates nowhere', () => {
    const { navigator } = start()
    const router = vi.fn()
    const location: Location = { pathname: DETAIL, search: '', hash: '', state: null, key: 'default' }
    navigator.attach(router, location, 'POP')
    navigator.attach(router, location, 'POP')
    expect(router).toHaveBeenCalledTimes(1)
  })

  test('an access rule redirects once', () => {
    const { navigator, attach, addresses } = start()
    attach()
    navigator.redirect(LOGIN, DETAIL)
    navigator.redirect(LOGIN, DETAIL)
    navigator.resume()
    expect(addresses).toEqual([LOGIN])
  })

  test('a traversal that the browser drops is waited for three seconds', async () => {
    const { navigator, attach, history } = start()
    attach()
    navigator.go(LOGIN)
    navigator.back()
    navigator.go(DETAIL, { id: '1' })
    expect(history()).toEqual(['news/detail', '>login/index'])
    await vi.advanceTimersByTimeAsync(3_000)
    expect(history()).toEqual(['news/detail', 'login/index', '>news/detail?id=1'])
  })
})

describe('a layer', () => {
  async function open(count: number, refuses = false) {
    const started = start()
    started.attach()
    for (let one = 0; one < count; one += 1) started.layers.open(refuses)
    await soon()
    return started
  }

  test('has a history entry over that of its screen, with the same address and key', async () => {
    const { history, key, addresses, state } = await open(2)
    expect([history(), key(), state(), addresses]).toEqual([
      ['news/detail', 'news/detail+', '>news/detail++'],
      'first',
      { depth: 0, entry: 'first', layers: 2 },
      [],
    ])
  })

  test('closes when the user goes back, the topmost first', async () => {
    const { history, layers, press } = await open(2)
    press(-1)
    expect([layers.count(), history()[1]]).toEqual([1, '>news/detail+'])
    press(-1)
    expect([layers.count(), history()[0]]).toEqual([0, '>news/detail'])
  })

  test('closes with all above it when the user goes back further', async () => {
    const { layers, press } = await open(3)
    press(-3)
    expect(layers.count()).toBe(0)
  })

  test('removes its entry when it closes on its own', async () => {
    const { history, layers, arrive } = await open(2)
    layers.closeTop()
    await soon()
    expect(await arrive()).toBe(-1)
    expect(history()[1]).toBe('>news/detail+')
  })

  test('that closes as another opens leaves its entry to it', async () => {
    const { history, layers, navigate, arrive } = await open(1)
    layers.closeTop()
    layers.open()
    await soon()
    expect([await arrive(), navigate.mock.calls.length, history()]).toEqual([0, 1, ['news/detail', '>news/detail+']])
  })

  test('that opens while another’s entry is being removed gets a new one', async () => {
    const { history, layers, arrive } = await open(1)
    layers.closeTop()
    await soon()
    layers.open()
    await soon()
    expect(await arrive()).toBe(-1)
    expect([layers.count(), history()]).toEqual([1, ['news/detail', '>news/detail+']])
  })

  test('that must be answered gets its entry back', async () => {
    const { history, layers, press, arrive } = await open(1, true)
    press(-1)
    expect(await arrive()).toBe(1)
    expect([layers.count(), history()]).toEqual([1, ['news/detail', '>news/detail+']])
  })

  test('that was closed does not come back by forward', async () => {
    const { history, layers, press, arrive } = await open(1)
    press(-1)
    press(1)
    await soon()
    expect(await arrive()).toBe(-1)
    expect([layers.count(), history()[0]]).toEqual([0, '>news/detail'])
  })

  test('that was open before a reload is left, with its entry', async () => {
    const { attach, navigate } = start({ state: { depth: 0, entry: 'below', layers: 2 } })
    attach()
    await soon()
    expect(navigate).toHaveBeenCalledExactlyOnceWith(-2)
  })

  test.each(['push', 'replace', 'reset'] as const)(
    'leaves no entry below a screen that is navigated to by %s',
    async (how) => {
      const { navigator, history, layers, arrive, state } = await open(2)
      navigator.go(LOGIN, {}, how)
      expect(await arrive()).toBe(-2)
      expect(layers.count()).toBe(0)
      expect([history(), state()]).toEqual(
        how === 'push' ? [['news/detail', '>login/index'], { depth: 1 }] : [['>login/index'], { depth: 0 }],
      )
    },
  )

  test('that has just closed makes no difference to the navigation that follows', async () => {
    const { navigator, history, layers, arrive } = await open(1)
    layers.closeTop()
    navigator.go(LOGIN)
    expect(await arrive()).toBe(-1)
    expect(history()).toEqual(['news/detail', '>login/index'])
  })

  test('is left in one step by a way back that the app makes', async () => {
    const { navigator, history, layers, attach, arrive } = start()
    attach()
    navigator.go(LOGIN)
    await soon()
    layers.open()
    await soon()
    navigator.back()
    expect(await arrive()).toBe(-2)
    expect([history()[0], layers.count()]).toEqual(['>news/detail', 0])
  })

  test('closes when the user types another address, and its entry is passed over on the way back', async () => {
    const { navigate, history, layers, press, arrive, navigator } = await open(1)
    navigate(LOGIN, {})
    navigator.traversed(LOGIN)
    await soon()
    expect(layers.count()).toBe(0)
    press(-1)
    await soon()
    expect(await arrive()).toBe(-1)
    expect(history()[0]).toBe('>news/detail')
  })
})
