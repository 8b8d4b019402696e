// @vitest-environment jsdom
import { act, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { formOf } from '../../tests/support/forms.ts'
import { quoteOf } from '../../tests/support/quotes.ts'
import type { Expr, Node } from '../engine/language/expressions/program.ts'
import type { Texts } from '../engine/language/texts/texts.ts'
import type { Literal } from '../engine/language/values/units.ts'
import { get } from '../engine/state/store.ts'
import { currentAddress } from './routes.ts'
import {
  button,
  ok,
  over,
  ownData,
  screen,
  SCREENS,
  signedIn,
  startApp,
  stopApp,
  text,
  user,
} from '../../tests/support/startApp.tsx'
import { client } from '../../tests/support/client.ts'

afterEach(() => {
  vi.useRealTimers()
  stopApp()
})

describe('routes', () => {
  test.each(['/', '/pages/index/index', '/pages/index/index/'])('%s shows Home', async (at) => {
    await startApp({ at })
    expect(await page.findByText('the home')).toBeTruthy()
  })

  test('an unknown route shows not-found and keeps the address', async () => {
    await startApp({ at: '/pages/none' })
    await page.findByText('nothing here')
    expect(currentAddress()).toBe('/pages/none')
  })

  test('an address without what its screen requires shows not-found and keeps the address', async () => {
    const needy = screen('news/index', [text('the news')], {
      params: { id: { type: 'string', format: 'id', required: true } },
    })
    await startApp({
      at: '/pages/news/index?id=',
      screens: [...SCREENS.filter(({ id }) => id !== 'news/index'), needy],
    })
    await page.findByText('nothing here')
    expect(page.queryByText('the news')).toBeNull()
    expect(currentAddress()).toBe('/pages/news/index?id=')
  })

  test.each(['pages/market/index', '/pages/market/index/', '/pages/market/index?a=?b'])(
    'the fragment #%s shows the market',
    async (at) => {
      await startApp({ at })
      await page.findByText('the market')
      expect(page.queryByText('nothing here')).toBeNull()
    },
  )

  test.each(['/pages/Market/index', '//pages/market/index', './pages/market/index', '/%E0%A4%A'])(
    'the fragment #%s shows not-found',
    async (at) => {
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      await startApp({ at })
      await page.findByText('nothing here')
      warned.mockRestore()
    },
  )

  test('back with a result writes it into the address of the screen', async () => {
    const { runtime } = await startApp({ at: '/pages/news/index?a=1' })
    await page.findByText('the news')
    act(() => runtime.navigator.go('/pages/market/index'))
    await page.findByText('the market')
    act(() => runtime.navigator.returnResult('1.0,2.0'))
    await page.findByText('the news')
    expect(currentAddress()).toBe('/pages/news/index?a=1&result=1.0%2C2.0')
    act(() => runtime.navigator.go('/pages/login/index'))
    await page.findByText('the login')
    act(() => history.back())
    await page.findByText('the news')
    expect(currentAddress()).toBe('/pages/news/index?a=1&result=1.0%2C2.0')
  })

  test('the title is the screen’s, in the tab and in its bar', async () => {
    await startApp({ at: '/pages/news/index' })
    expect(await page.findByRole('heading', { level: 1, name: 'news/index.title' })).toBeTruthy()
    expect(document.title).toBe('news/index.title · Placard')
  })

  test('a screen without a title has the product’s name', async () => {
    await startApp({
      at: '/pages/news/index',
      screens: [
        ...SCREENS.filter(({ id }) => id !== 'news/index'),
        screen('news/index', [text('the news')], { title: '' }),
      ],
    })
    await page.findByText('the news')
    expect(document.title).toBe('Placard')
  })
})

describe('the guard', () => {
  test('sends a visitor to login, and after it to where they were going', async () => {
    const { runtime } = await startApp({ at: '/pages/user/set?id=7', server: signedIn })
    await page.findByText('the login')
    expect(page.queryByText('the settings')).toBeNull()
    await act(async () => {
      await runtime.login('token')
    })
    await page.findByText('the settings')
    expect(currentAddress()).toBe('/pages/user/set?id=7')
  })

  test('guards an address without its slash', async () => {
    await startApp({ at: 'pages/assets/index', server: signedIn })
    await page.findByText('the login')
  })

  test('drops the target when the user leaves the screen of an access rule', async () => {
    const { runtime } = await startApp({ at: '/pages/user/set', server: signedIn })
    await page.findByText('the login')
    act(() => runtime.navigator.go('/pages/market/index'))
    await page.findByText('the market')
    act(() => runtime.navigator.go('/pages/login/index'))
    await page.findByText('the login')
    await act(async () => {
      await runtime.login('token')
    })
    await page.findByText('the home')
  })

  test('a login page opened after leaving the screen of an access rule does not redirect to its target', async () => {
    const { runtime } = await startApp({ at: '/pages/news/index', server: signedIn })
    await page.findByText('the news')
    act(() => runtime.navigator.go('/pages/user/set'))
    await page.findByText('the login')
    act(() => runtime.navigator.back())
    await page.findByText('the news')
    act(() => runtime.navigator.go('/pages/login/index'))
    await page.findByText('the login')
    act(() => runtime.navigator.go('/pages/user/set', {}, 'replace'))
    await page.findByText('the login')
    act(() => {
      location.hash = '#/pages/news/index'
    })
    await page.findByText('the news')
    act(() => runtime.navigator.go('/pages/login/index'))
    await page.findByText('the login')
    await act(async () => {
      await runtime.login('token')
    })
    await page.findByText('the home')
  })

  test('the screen of an access rule shows its reason only after a redirect', async () => {
    const screens = [
      ...SCREENS,
      screen('user/primaryAuth', [text('the verification')]),
      screen('loan/index', [text('the loans')], { access: ['login', 'verified'] }),
    ]
    const { runtime } = await startApp({ at: '/pages/user/primaryAuth', screens, server: signedIn })
    await page.findByText('the verification')
    expect(page.queryByText('gate.verified')).toBeNull()
    await act(async () => {
      await runtime.login('token')
    })
    act(() => runtime.navigator.go('/pages/loan/index'))
    expect(await page.findByText('gate.verified')).toBeTruthy()
    expect(page.getByText('the verification')).toBeTruthy()
  })

  test('the screen of two access rules stays until the rule of the target is met', async () => {
    const demo = { ...user, mode: 'demo', mayTrade: true }
    const screens = [
      ...SCREENS,
      screen('user/primaryAuth', [text('the verification')]),
      screen('loan/index', [text('the loans')], { access: ['login', 'verified'] }),
      screen('deposit/index', [text('the deposits')], { access: ['login', 'mayTrade'] }),
    ]
    const server: typeof signedIn = (call, payload) => (call === 'user/info' ? ok(demo) : signedIn(call, payload))
    const { runtime } = await startApp({ at: '/pages/news/index', screens, server })
    await act(async () => {
      await runtime.login('token')
    })
    act(() => runtime.navigator.go('/pages/deposit/index'))
    await page.findByText('the deposits')
    act(() => runtime.navigator.go('/pages/loan/index'))
    expect(await page.findByText('gate.verified')).toBeTruthy()
    expect(page.getByText('the verification')).toBeTruthy()
  })

  test('a login on another screen resumes the target', async () => {
    const { runtime } = await startApp({ at: '/pages/user/set', server: signedIn })
    await page.findByText('the login')
    act(() => runtime.navigator.go('/pages/news/index'))
    await page.findByText('the news')
    await act(async () => {
      await runtime.login('token')
    })
    await page.findByText('the settings')
  })

  test('redirects a logged-in user from login to Home', async () => {
    localStorage.setItem('placard.token', 'token')
    await startApp({ at: '/pages/login/index', server: signedIn })
    await page.findByText('the home')
  })

  test('a stored token opens guarded screens at the start', async () => {
    localStorage.setItem('placard.token', 'token')
    await startApp({ at: '/pages/assets/index', server: signedIn })
    await page.findByText('the assets')
  })

  test('logging out leads to login and discards the last address', async () => {
    localStorage.setItem('placard.token', 'token')
    const { runtime } = await startApp({ at: '/pages/assets/index', server: signedIn })
    await page.findByText('the assets')
    await act(() => runtime.logout())
    await page.findByText('the login')
    expect(localStorage.getItem('placard.token')).toBeNull()
    expect(page.queryByText('the assets')).toBeNull()
    await act(async () => {
      await runtime.login('token')
    })
    await page.findByText('the home')
  })
})

describe('a switch of the account', () => {
  test('in another tab is followed at once', async () => {
    localStorage.setItem('placard.token', 'token')
    let mode = 'real'
    await startApp({
      at: '/pages/user/set?id=7',
      server: (call) => (call === 'user/info' ? ok({ ...user, mode }) : signedIn(call, '')),
    })
    await page.findByText('the settings')
    expect(page.queryByText('shell.demo')).toBeNull()
    mode = 'demo'
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'placard.mode', newValue: 'demo' })))
    await page.findByText('shell.demo')
  })
})

describe('a switch of the account in this tab', () => {
  const refusal = { type: 'error', code: 'openPositionsForbid', message: 'Close first', params: {}, data: null }
  test.each<[string, { reply: unknown; info: unknown; mode: string; loads: number }]>([
    ['takes the user of its reply', { reply: ok({ ...user, mode: 'demo' }), info: null, mode: 'demo', loads: 0 }],
    [
      'loads the user where its reply is lost',
      { reply: null, info: ok({ ...user, mode: 'demo' }), mode: 'demo', loads: 1 },
    ],
    [
      'loads nothing where it is refused',
      { reply: refusal, info: ok({ ...user, mode: 'demo' }), mode: 'real', loads: 0 },
    ],
  ])('%s', async (_, { reply, info, mode, loads }) => {
    localStorage.setItem('placard.token', 'token')
    const answers = { info: ok(user) }
    const { runtime, calls } = await startApp({
      server(call) {
        if (call === 'user/info') return answers.info
        return call === 'user/switch_account' ? reply : ok(ownData(call))
      },
    })
    answers.info = info
    calls.length = 0
    await act(async () => void (await runtime.switchAccount('demo')))
    await waitFor(() => expect(client.session.current().mode).toBe(mode))
    expect(calls.filter((call) => call === 'user/info')).toHaveLength(loads)
  })
})

describe('the end of a session', () => {
  test('in another tab is its end here', async () => {
    const { runtime } = await startApp({ at: '/pages/user/set', server: signedIn })
    await act(async () => {
      await runtime.login('token')
    })
    await page.findByText('the settings')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'placard.lang', newValue: 'ar' })))
    expect(page.getByText('the settings')).toBeTruthy()
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'placard.token', newValue: null })))
    await page.findByText('the login')
    expect(localStorage.getItem('placard.userInfo')).toBeNull()
  })

  test('ten calls with code 999 relaunch to login once, with one toast of 3 s', async () => {
    localStorage.setItem('placard.token', 'token')
    const { runtime } = await startApp({
      at: '/pages/user/set?id=7',
      server: (call) => (call === 'wallet/list' ? over : signedIn(call, '')),
    })
    await page.findByText('the settings')
    const go = vi.spyOn(runtime.navigator, 'go')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await act(async () => {
      await Promise.all(Array.from({ length: 10 }, () => runtime.api.call('wallet/list')))
    })
    expect(get(client.ui.toasts).map((toast) => toast.text)).toEqual(['Session over'])
    // The time of a toast begins with a frame that has it.
    await act(() => new Promise<unknown>((drawn) => void requestAnimationFrame(drawn)))
    act(() => void vi.advanceTimersByTime(2_900))
    expect(get(client.ui.toasts)).toHaveLength(1)
    act(() => void vi.advanceTimersByTime(200))
    expect(get(client.ui.toasts)).toHaveLength(0)
    vi.useRealTimers()
    await page.findByText('the login')
    expect(go).toHaveBeenCalledExactlyOnceWith('/pages/login/index', {}, 'reset', '/pages/user/set?id=7')
    expect(localStorage.getItem('placard.token')).toBeNull()
    expect(localStorage.getItem('placard.userInfo')).toBeNull()
  })

  test.each([
    ['resumes the ended page after login', '/pages/user/set?id=7'],
    ['does not give the result of another screen to the next user', '/pages/user/set?id=7&result=52.5%2C13.4'],
  ])('%s', async (_title, at) => {
    localStorage.setItem('placard.token', 'token')
    const { runtime } = await startApp({
      at,
      server: (call) => (call === 'wallet/list' ? over : signedIn(call, '')),
    })
    await page.findByText('the settings')
    await act(async () => {
      await runtime.api.call('wallet/list')
    })
    await page.findByText('the login')
    await act(async () => {
      await runtime.login('another')
    })
    await page.findByText('the settings')
    expect(currentAddress()).toBe('/pages/user/set?id=7')
  })
})

describe('a language chosen before the last choice is there', () => {
  /** The app with a server that answers `set/lang` on demand, and texts that are loaded on demand. */
  async function start() {
    localStorage.setItem('placard.token', 'token')
    const sent: string[] = []
    const answers: (() => void)[] = []
    const { runtime } = await startApp({
      at: '/pages/index/index',
      server: (call, body) => {
        if (call !== 'set/lang') return signedIn(call, body)
        sent.push((JSON.parse(body) as { language: string }).language)
        return new Promise((resolve) => answers.push(() => resolve(ok({}))))
      },
    })
    const loads: Record<string, { loaded: (texts: Texts) => void; failed: (error: unknown) => void }> = {}
    vi.spyOn(runtime.catalogue, 'texts').mockImplementation(
      (lang) => new Promise((loaded, failed) => (loads[lang] = { loaded, failed })),
    )
    return { runtime, sent, answers, loads }
  }

  test('is not sent to the server where the last one is on screen', async () => {
    const { runtime, sent, loads } = await start()
    const choices = [runtime.changeLanguage('ar'), runtime.changeLanguage('de')]
    await act(async () => {
      loads['de']?.loaded({})
      loads['ar']?.loaded({})
      await Promise.all(choices)
    })
    expect([document.documentElement.lang, sent]).toEqual(['de', ['de']])
  })

  test('shows no error where its texts cannot be loaded', async () => {
    const { runtime, loads } = await start()
    const choices = [runtime.changeLanguage('ar'), runtime.changeLanguage('de')]
    await act(async () => {
      loads['de']?.loaded({})
      loads['ar']?.failed(new Error('offline'))
      await Promise.all(choices)
    })
    expect(get(client.ui.toasts)).toEqual([])
  })

  test('is answered before the next one is sent', async () => {
    const { runtime, sent, answers, loads } = await start()
    for (const lang of ['ar', 'fr', 'de'])
      await act(async () => {
        const choice = runtime.changeLanguage(lang)
        loads[lang]?.loaded({})
        await choice
      })
    expect(sent).toEqual(['ar'])
    await act(async () => answers[0]?.())
    await waitFor(() => expect(sent).toEqual(['ar', 'de']))
  })
})

describe('tabs', () => {
  test('keep their state while another page is shown', async () => {
    const home = screen(
      'index/index',
      [
        {
          widget: 'Text',
          exprs: { text: ['?:', ['==', ['@', 'state', 'n'], 1], 'pressed', 'not pressed'] },
          sourcePath: 'body/0',
        },
        button('press', [{ action: 'set', args: { name: 'n', value: 1 }, sourcePath: 'x' }]),
      ],
      { state: { n: 0 } },
    )
    await startApp({ screens: [home, ...SCREENS.slice(1)] })
    await userEvent.click(await page.findByRole('button', { name: 'press' }))
    await page.findByText('pressed')
    await userEvent.click(page.getByRole('button', { name: 'tab.market' }))
    await page.findByText('the market')
    expect(page.getByText('pressed').closest('main')?.style.display).toBe('none')
    await userEvent.click(page.getByRole('button', { name: 'tab.home' }))
    await waitFor(() => expect(page.getByText('pressed').closest('main')?.style.display).not.toBe('none'))
  })

  test('show live values that other pages have subscribed to since', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const quote: Expr = ['f', 'quote', 'BTCUSDT']
    const last = (name: string): Node => ({
      widget: 'Text',
      exprs: { text: ['s+', `${name} `, ['?:', ['!=', quote, null], ['.', quote, 'last'], '-']] },
      sourcePath: 'body/0',
    })
    const priced = ['market/index', 'news/index']
    const { runtime } = await startApp({
      at: '/pages/market/index',
      screens: [
        ...SCREENS.filter(({ id }) => !priced.includes(id)),
        ...priced.map((id) => screen(id, [last(id.replace('/index', ''))])),
      ],
    })
    const tick = (price: Literal, seq: number) =>
      act(async () => {
        client.live.receive([quoteOf('BTCUSDT', price, seq)])
        await vi.advanceTimersByTimeAsync(20)
      })
    await page.findByText('market -')
    await tick('1', 1)
    await page.findByText('market 1')
    act(() => runtime.navigator.go('/pages/index/index'))
    await page.findByText('the home')
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    act(() => runtime.navigator.go('/pages/news/index'))
    await page.findByText('news -')
    await tick('2', 2)
    await page.findByText('news 2')
    act(() => runtime.navigator.go('/pages/market/index'))
    await page.findByText('market 2')
    await tick('3', 3)
    await page.findByText('market 3')
  })

  test('shows the bar on tab screens only', async () => {
    await startApp()
    await userEvent.click(await page.findByRole('button', { name: 'to news' }))
    await page.findByText('the news')
    expect(page.queryByRole('navigation')).toBeNull()
    await userEvent.click(page.getByRole('button', { name: 'ui.back' }))
    await waitFor(() => expect(page.getByRole('navigation')).toBeTruthy())
  })
})

describe('the customer-service button', () => {
  const rows = ['Ann', 'Bob'].map((name) => ({
    id: name,
    name,
    kind: 'chat',
    url: `https://support.example.org/${name.toLowerCase()}`,
    label: name,
    hours: null,
  }))

  test('opens the first contact in a new window', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const { runtime } = await startApp({ server: (call) => (call === 'news/getkf' ? ok({ rows }) : ok(null)) })
    await runtime.contacts.fetch()
    await userEvent.click(await page.findByRole('button', { name: 'shell.support' }))
    expect(open).toHaveBeenCalledExactlyOnceWith('https://support.example.org/ann', '_blank', 'noopener,noreferrer')
  })

  test('fetches the contacts again if the first fetch failed', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    await startApp({ server: (call) => (call === 'news/getkf' ? ok({ rows }) : ok(null)) })
    await userEvent.click(await page.findByRole('button', { name: 'shell.support' }))
    await waitFor(() => expect(open).toHaveBeenCalledTimes(1))
  })

  test('shows a message without contacts, and opens no URL that the check refuses', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const { runtime } = await startApp({ server: () => ok({ rows: [] }) })
    await userEvent.click(await page.findByRole('button', { name: 'shell.support' }))
    await page.findByText('shell.supportMissing')
    act(() => runtime.openLink('javascript:alert(1)', 'window'))
    await page.findByText('shell.linkRefused')
    expect(open).not.toHaveBeenCalled()
  })
})

const counting = (words: string) =>
  screen(
    'index/index',
    [
      {
        widget: 'Text',
        exprs: { text: ['s+', words, ['?:', ['==', ['@', 'state', 'n'], 1], ' pressed', ' not pressed']] },
        sourcePath: 'body/0',
      },
      button('press', [{ action: 'set', args: { name: 'n', value: 1 }, sourcePath: 'x' }]),
    ],
    { state: { n: 0 } },
  )

describe('the catalogue changes', () => {
  test('replaces the displayed screen in place and keeps its state', async () => {
    const { publish } = await startApp({ screens: [counting('first'), ...SCREENS.slice(1)] })
    await userEvent.click(await page.findByRole('button', { name: 'press' }))
    await page.findByText('first pressed')
    act(() => publish([counting('second'), ...SCREENS.slice(1)]))
    await page.findByText('second pressed')
  })

  test('a screen that needs more than this build has says so and is drawn as far as it goes', async () => {
    const later = screen('index/index', [text('the home')], {
      requires: { widgets: ['Text'], actions: ['teleport'], functions: [] },
    })
    await startApp({ screens: [later, ...SCREENS.slice(1)] })
    await page.findByText('shell.tooOldTitle')
    await page.findByText('the home')
  })

  test('shows the fallback of a form with an unsupported kind of field', async () => {
    const quiet = (['warn', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(() => {}))
    const form = {
      widget: 'Form',
      props: { form: 'it', submitLabel: 'send' },
      sourcePath: 'body/1',
      fallback: text('write to us', 'body/1/fallback'),
    }
    const later = screen('index/index', [text('the home'), form], {
      forms: { it: formOf([{ name: 'name', widget: 'signature' }]) },
      requires: { widgets: ['Text', 'Form'], actions: [], functions: [], fields: ['signature'] },
    })
    await startApp({ screens: [later, ...SCREENS.slice(1)] })
    await page.findByText('shell.tooOldTitle')
    await page.findByText('write to us')
    await page.findByText('the home')
    for (const spy of quiet) spy.mockRestore()
  })
})
