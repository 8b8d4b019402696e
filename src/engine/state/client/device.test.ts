// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { preferenceSchemas } from '../../../generated/preferences.ts'
import { get } from '../store.ts'
import { client } from '../../../../tests/support/client.ts'

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

beforeEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  client.ui.reset()
})

describe('storage', () => {
  test('blocked storage uses memory', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('blocked')
      },
      setItem: () => {
        throw new DOMException('full')
      },
      removeItem: () => {
        throw new DOMException('blocked')
      },
    })
    client.storage.writeText('a', 'b')
    expect(client.storage.readText('a')).toBe('b')
    client.storage.writeText('a', null)
    expect(client.storage.readText('a')).toBe(null)
  })

  test('JSON of an unexpected shape is null', () => {
    client.storage.writeJson('x', { a: 1 })
    expect(client.storage.readJson('x', isList)).toBe(null)
    client.storage.writeJson('x', [1])
    expect(client.storage.readJson('x', isList)).toEqual([1])
  })
})

describe('preferences', () => {
  test('the theme is the stored one, or dark without a valid one', () => {
    expect(get(client.preferences.themeChoice)).toBe('light')
    client.preferences.start()()
    expect(get(client.preferences.theme)).toBe('dark')
    client.storage.writeText('theme', 'purple')
    client.preferences.start()()
    expect(get(client.preferences.theme)).toBe('dark')
    client.storage.writeText('theme', 'light')
    client.preferences.start()()
    expect(get(client.preferences.theme)).toBe('light')
    expect(document.documentElement.dataset.theme).toBe('light')
  })

  test('the system’s theme is followed while it is selected', () => {
    let changed: (() => void) | undefined
    const system = {
      matches: false,
      addEventListener: (_: string, run: () => void) => (changed = run),
      removeEventListener: () => undefined,
    }
    vi.stubGlobal('matchMedia', () => system)
    const stop = client.preferences.start()
    client.preferences.setTheme('system')
    expect(document.documentElement.dataset.theme).toBe('light')
    system.matches = true
    changed?.()
    expect(get(client.preferences.theme)).toBe('dark')
    expect(document.documentElement.dataset.theme).toBe('dark')
    stop()
  })

  test('choices are stored and restored', () => {
    const stop = client.preferences.start()
    client.preferences.choose('upColor', 'red')
    client.preferences.choose('hideAmounts', true)
    client.preferences.choose('watchlist', ['EURUSD'])
    stop()
    client.preferences.start()()
    expect(document.documentElement.dataset.upColor).toBe('red')
    expect(client.preferences.valueOf('hideAmounts')).toBe(true)
    expect(client.preferences.valueOf('watchlist')).toEqual(['EURUSD'])
  })

  test('attributes of the document are stored for the next first paint', () => {
    const stop = client.preferences.start()
    client.preferences.choose('upColor', 'blue')
    stop()
    expect(client.storage.readJson('attributes', (value) => typeof value === 'object')).toMatchObject({
      upColor: 'blue',
    })
  })

  // Of an earlier release, of another version or edited by hand.
  const INVALID: Readonly<Partial<Record<string, unknown>>> = {
    upColor: 'purple',
    hideAmounts: 'yes',
    location: 'javascript:alert(1)',
    watchlist: ['btc/usdt'],
    chartInterval: '2y',
    chartKind: null,
    chartIndicators: ['magic'],
  }
  const names = Object.keys(preferenceSchemas) as (keyof typeof preferenceSchemas)[]
  test.each(names)('an invalid %s is ignored', (name) => {
    const value = INVALID[name] ?? { of: 'no preference' }
    client.storage.writeText(name, null)
    client.preferences.start()()
    const before = client.preferences.valueOf(name)
    expect(before).toEqual(preferenceSchemas[name].default)
    client.preferences.choose(name, value)
    expect(client.preferences.valueOf(name)).toBe(before)
    client.storage.writeJson(name, value)
    client.preferences.start()()
    expect(client.preferences.valueOf(name)).toEqual(before)
  })

  test('an unknown preference is ignored', () => {
    client.preferences.choose('__proto__', 'red')
    client.preferences.choose('noSuch', true)
    expect(client.storage.readText('noSuch')).toBeNull()
  })
})

describe('language', () => {
  test('texts, arguments and plurals', () => {
    client.language.apply('en', {
      'a.plain': 'Plain',
      'a.name': 'Hi {{name}}',
      'a.n_one': '{{count}} day',
      'a.n_other': '{{count}} days',
      'error.tooBig': 'At most {{amount}}',
    })
    expect(client.language.textOf('a.plain')).toBe('Plain')
    expect(client.language.textOf('a.name', { name: '<b>{{x}}$t(a.plain)</b>' })).toBe('Hi <b>{{x}}$t(a.plain)</b>')
    expect([1, 2].map((count) => client.language.textOf('a.n', { count }))).toEqual(['1 day', '2 days'])
    expect(client.language.textOf('a.missing')).toBe('a.missing')
    expect(client.language.textOf('constructor')).toBe('constructor')
    expect(client.language.messageOf('error', { code: 'tooBig', message: 'x', params: { amount: '5' } })).toBe(
      'At most 5',
    )
    expect(client.language.messageOf('error', { code: 'unheard', message: 'Server words' })).toBe('Server words')
  })

  test('Arabic plurals and direction', () => {
    client.language.apply('ar', {
      n_zero: 'zero',
      n_one: 'one',
      n_two: 'two',
      n_few: 'few',
      n_many: 'many',
      n_other: 'other',
    })
    expect([0, 1, 2, 3, 11, 100].map((count) => client.language.textOf('n', { count }))).toEqual([
      'zero',
      'one',
      'two',
      'few',
      'many',
      'other',
    ])
    expect(document.documentElement.dir).toBe('rtl')
    expect(document.documentElement.lang).toBe('ar')
  })

  test('of two language choices the last wins, in any order of arrival', async () => {
    client.language.apply('en', {})
    const loads = new Map<string, (texts: Record<string, string>) => void>()
    const load = (lang: string) => new Promise<Record<string, string>>((resolve) => loads.set(lang, resolve))
    const slow = client.language.choose('de', load)
    const fast = client.language.choose('fr', load)
    loads.get('fr')?.({ hello: 'Bonjour' })
    await fast
    loads.get('de')?.({ hello: 'Hallo' })
    await slow
    expect(client.language.current().lang).toBe('fr')
    expect(client.language.textOf('hello')).toBe('Bonjour')
    expect(client.language.initial(['en', 'fr'])).toBe('fr')
  })

  test('a failed language choice changes nothing', async () => {
    client.language.apply('en', {})
    await client.language.choose('fr', () => Promise.resolve({ hello: 'Bonjour' }))
    await expect(client.language.choose('ja', () => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
    expect(client.language.current().lang).toBe('fr')
    expect(client.language.initial(['en', 'fr'])).toBe('fr')
    expect(client.language.initial(['en'])).toBe('en')
  })

  test.each([
    [['de-AT', 'en-US'], 'de'],
    [['it-IT', 'fr-FR'], 'fr'],
    [['it-IT'], 'en'],
    [['c'], 'en'],
  ])('without a choice the device with %j begins in %s', (languages, lang) => {
    client.storage.writeText('lang', null)
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
    expect(client.language.initial(['en', 'de', 'fr'])).toBe(lang)
    vi.restoreAllMocks()
  })
})

describe('toasts, covers, busy', () => {
  test('the same text is not stacked', () => {
    vi.useFakeTimers()
    client.ui.showToast('a')
    client.ui.showToast('b', { tone: 'error', ms: 3_000 })
    vi.advanceTimersByTime(1_000)
    client.ui.showToast('a')
    expect(get(client.ui.toasts).map(({ text }) => text)).toEqual(['b', 'a'])
    vi.useRealTimers()
  })

  test('an overlay settles once, with its result', async () => {
    const first = client.ui.openOverlay<boolean>('confirm', { title: 'A' })
    const second = client.ui.openOverlay<string>('sheet', {})
    expect(get(client.ui.overlays).map(({ kind }) => kind)).toEqual(['confirm', 'sheet'])
    client.ui.closeTopOverlay('confirm')
    expect(await first).toBe(null)
    get(client.ui.overlays)[0]?.close('done')
    expect(await second).toBe('done')
    expect(get(client.ui.overlays)).toEqual([])
  })

  test('closing all overlays resolves them to null', async () => {
    const overlay = client.ui.openOverlay('sheet', {})
    client.ui.closeOverlays()
    expect(await overlay).toBe(null)
    expect(get(client.ui.overlays)).toEqual([])
  })

  test('busy counts and never goes below 0', () => {
    client.ui.busy.begin()
    client.ui.busy.begin()
    client.ui.busy.end()
    expect(get(client.ui.busyCount)).toBe(1)
    client.ui.busy.end()
    client.ui.busy.end()
    expect(get(client.ui.busyCount)).toBe(0)
  })
})
