// @vitest-environment jsdom
import { act, fireEvent, screen as page } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { button, ok, screen, SCREENS, startApp, stopApp, tap, text, user } from '../../tests/support/startApp.tsx'

afterEach(() => {
  stopApp()
  vi.useRealTimers()
})

const helped = screen('market/index', [text('the market')], {
  queries: { help: { call: 'news/getkf' } },
  body: [{ widget: 'Text', props: { text: 'the market' }, waitFor: 'help', sourcePath: 'body/0' }],
})
const screens = [...SCREENS.filter(({ id }) => id !== 'market/index'), helped]
const server = () => ok([])
const helpRequests = (calls: readonly string[]) => calls.filter((call) => call === 'news/getkf').length
const tab = (name: string) => page.getByRole('button', { name })

test('a touch on a tab requests its data once, and the tab shows it', async () => {
  const app = await startApp({ screens, server })
  fireEvent.pointerDown(tab('tab.market'))
  expect(helpRequests(app.calls)).toBe(1)
  await act(async () => {})
  await tap(tab('tab.market'))
  expect(await page.findByText('the market')).toBeDefined()
  expect(helpRequests(app.calls)).toBe(1)
})

test.each([{ touched: true }, { touched: false }])(
  'one instance of a screen is created (touched before: $touched)',
  async ({ touched }) => {
    const app = await startApp({ screens, server })
    const created = vi.spyOn(app.runtime.data, 'query')
    if (touched) fireEvent.pointerDown(tab('tab.market'))
    await tap(tab('tab.market'))
    await page.findByText('the market')
    // The screen has one query.
    expect(created).toHaveBeenCalledTimes(1)
  },
)

test('a navigation requests the data before rendering, while program and code still load', async () => {
  const app = await startApp({
    screens: [
      ...screens,
      screen('index/index', [
        button('on', [{ action: 'navigate', args: { to: '/pages/market/index' }, sourcePath: 'x' }]),
      ]),
    ].filter((screen, at) => screen.id !== 'index/index' || at > 0),
    server,
    late: true,
  })
  await tap(page.getByRole('button', { name: 'on' }))
  expect(await page.findByText('the market')).toBeDefined()
  expect(helpRequests(app.calls)).toBe(1)
})

test('sends the query for state derived from the address, and draws at once', async () => {
  const chosen = {
    ...helped,
    params: { kind: { type: 'string' as const, default: 'a' } },
    state: { kind: 'a' },
    begins: { kind: ['@', 'params', 'kind'] as const },
    data: { help: { call: 'news/getkf', when: ['==', ['@', 'state', 'kind'], 'b'] as const } },
  }
  const to = screen('index/index', [
    button('on', [{ action: 'navigate', args: { to: '/pages/market/index', params: { kind: 'b' } }, sourcePath: 'x' }]),
  ])
  const app = await startApp({
    screens: [...SCREENS.filter(({ id }) => id !== 'market/index' && id !== 'index/index'), chosen, to],
    server,
  })
  await tap(page.getByRole('button', { name: 'on' }))
  expect(await page.findByText('the market')).toBeDefined()
  expect(helpRequests(app.calls)).toBe(1)
})

test('requests nothing behind an access rule that is not met, nor for a tab that stays mounted', async () => {
  const app = await startApp({
    screens: screens.map((screen) =>
      screen.id === 'assets/index' ? { ...screen, queries: { help: { call: 'news/getkf' } } } : screen,
    ),
    server,
  })
  fireEvent.pointerDown(tab('tab.assets'))
  await act(async () => {})
  expect(helpRequests(app.calls)).toBe(0)
  await tap(tab('tab.market'))
  await page.findByText('the market')
  await tap(tab('tab.home'))
  const before = helpRequests(app.calls)
  fireEvent.pointerDown(tab('tab.market'))
  await act(async () => {})
  expect(helpRequests(app.calls)).toBe(before)
})

test('stops the queries of an unused prefetch', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const every = { ...helped, data: { help: { call: 'news/getkf', every: 5 } } }
  const app = await startApp({ screens: [...SCREENS.filter(({ id }) => id !== 'market/index'), every], server })
  fireEvent.pointerDown(tab('tab.market'))
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  const count = helpRequests(app.calls)
  expect(count).toBeGreaterThan(0)
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(helpRequests(app.calls)).toBe(count)
})

test('discards a user’s prefetch on logout', async () => {
  localStorage.setItem('placard.token', 'mine')
  const app = await startApp({ screens, server: (call) => ok(call === 'user/info' ? user : []) })
  fireEvent.pointerDown(tab('tab.market'))
  const { hash = '' } = app.runtime.catalogue.manifest().routes['/pages/market/index'] ?? {}
  const open = () => app.runtime.prefetcher.open(hash, helped, {}, null)
  expect(helpRequests(app.calls)).toBe(1)
  const prefetched = open()
  expect(open()).toBe(prefetched)
  await act(() => app.runtime.logout())
  expect(open()).not.toBe(prefetched)
})

/** Like Assets: two queries, one of them refreshed, and a page that waits for both. */
const part = (needs: string, at: string) => ({ ...text(`the ${needs}`, at), needs })
const marketScreen = screen('market/index', [part('help', 'body/0'), part('wallet', 'body/1')], {
  queries: { help: { call: 'news/getkf', refreshSeconds: 30 }, wallet: { call: 'wallet/list' } },
})
const away = button('to the market', [{ action: 'navigate', args: { to: '/pages/market/index' }, sourcePath: 'x' }])
const both = [
  screen('index/index', [away]),
  ...SCREENS.filter(({ id }) => id !== 'market/index' && id !== 'index/index'),
  marketScreen,
]
const count = (calls: readonly string[], name: string) => calls.filter((call) => call === name).length

/** A server that replies when `answer` is called. */
function slowServer() {
  const waiting: (() => void)[] = []
  return {
    server: (call: string) =>
      call === 'user/info' ? ok(user) : new Promise((resolve) => waiting.push(() => resolve(ok([])))),
    answer: () => act(async () => waiting.splice(0).forEach((go) => go())),
  }
}

test.each([
  { late: false, before: true },
  { late: false, before: false },
  { late: true, before: true },
  { late: true, before: false },
])(
  'a prefetched page loads, and requests each reply once: drawn before the replies $before, program still loading $late',
  async ({ late, before }) => {
    localStorage.setItem('placard.token', 'mine')
    const { server: slow, answer } = slowServer()
    const app = await startApp({ screens: both, server: slow, late })
    fireEvent.pointerDown(tab('tab.market'))
    await act(async () => {})
    if (!before) await answer()
    await tap(tab('tab.market'))
    if (before) await answer()
    expect(await page.findByText('the help')).toBeDefined()
    expect(page.getByText('the wallet')).toBeDefined()
    expect(document.querySelector('[aria-busy=true]')).toBeNull()
    expect([count(app.calls, 'news/getkf'), count(app.calls, 'wallet/list')]).toEqual([1, 1])
  },
)

test('a prefetched page that is left and opened again shows its data, and requests it once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  localStorage.setItem('placard.token', 'mine')
  const { server: slow, answer } = slowServer()
  const app = await startApp({ screens: both, server: slow })
  for (let visit = 1; visit <= 3; visit += 1) {
    fireEvent.pointerDown(tab('tab.market'))
    await tap(tab('tab.market'))
    await answer()
    expect(await page.findByText('the help')).toBeDefined()
    expect(page.getByText('the wallet')).toBeDefined()
    expect(document.querySelector('[aria-busy=true]')).toBeNull()
    expect([count(app.calls, 'news/getkf'), count(app.calls, 'wallet/list')]).toEqual([visit, visit])
    await tap(tab('tab.home'))
    await act(() => vi.advanceTimersByTimeAsync(2_000))
  }
  await tap(tab('tab.market'))
  await answer()
  const requested = count(app.calls, 'news/getkf')
  await act(() => vi.advanceTimersByTimeAsync(31_000))
  expect(count(app.calls, 'news/getkf')).toBe(requested + 1)
})

test('a page discarded while its replies are pending loads when opened later', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  localStorage.setItem('placard.token', 'mine')
  const { server: slow, answer } = slowServer()
  await startApp({ screens: both, server: slow })
  fireEvent.pointerDown(tab('tab.market'))
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  await tap(tab('tab.market'))
  await answer()
  expect(await page.findByText('the help')).toBeDefined()
  expect(page.getByText('the wallet')).toBeDefined()
})

test('of two tabs pressed in sequence both end loaded', async () => {
  localStorage.setItem('placard.token', 'mine')
  const { server: slow, answer } = slowServer()
  const assets = {
    ...marketScreen,
    id: 'assets/index',
    route: '/pages/assets/index',
    body: [part('help', 'body/0'), { ...part('wallet', 'body/1'), props: { text: 'my wallet' } }],
  }
  const app = await startApp({ screens: [...both.filter(({ id }) => id !== 'assets/index'), assets], server: slow })
  fireEvent.pointerDown(tab('tab.market'))
  fireEvent.pointerDown(tab('tab.assets'))
  await tap(tab('tab.market'))
  await tap(tab('tab.assets'))
  await answer()
  expect(await page.findByText('my wallet')).toBeDefined()
  await tap(tab('tab.market'))
  await answer()
  expect(await page.findByText('the wallet')).toBeDefined()
  expect(document.querySelector('[aria-busy=true]')).toBeNull()
  expect(count(app.calls, 'wallet/list')).toBeLessThanOrEqual(2)
})

test('a logout between the touch and the tap leads to the login, and discards the page', async () => {
  localStorage.setItem('placard.token', 'mine')
  const { server: slow, answer } = slowServer()
  const closed = { ...marketScreen, id: 'assets/index', route: '/pages/assets/index', access: ['login' as const] }
  const app = await startApp({ screens: [...both.filter(({ id }) => id !== 'assets/index'), closed], server: slow })
  fireEvent.pointerDown(tab('tab.assets'))
  await act(async () => {})
  expect(count(app.calls, 'wallet/list')).toBe(1)
  const logout = app.runtime.logout()
  await answer()
  await act(() => logout)
  await answer()
  expect(await page.findByText('the login')).toBeDefined()
  expect(page.queryByText('the wallet')).toBeNull()
})
