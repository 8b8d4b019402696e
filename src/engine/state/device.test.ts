// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { applyLanguage, language, messageOf, setLanguage, initialLanguage, textOf } from './language.ts'
import {
  preferenceAtoms,
  setPreference,
  setTheme,
  startPrefs,
  themeAtom,
  themeChoiceAtom,
  type PreferenceName,
} from './prefs.ts'
import { preferenceSchemas } from '../../generated/preferences.ts'
import { readJson, readText, writeJson, writeText } from './storage.ts'
import { get } from './store.ts'
import {
  busy,
  busyAtom,
  closeOverlays,
  closeTopOverlay,
  overlaysAtom,
  openOverlay,
  resetUi,
  showToast,
  toastsAtom,
} from './ui.ts'

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

beforeEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  resetUi()
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
    writeText('a', 'b')
    expect(readText('a')).toBe('b')
    writeText('a', null)
    expect(readText('a')).toBe(null)
  })

  test('JSON of an unexpected shape is null', () => {
    writeJson('x', { a: 1 })
    expect(readJson('x', isList)).toBe(null)
    writeJson('x', [1])
    expect(readJson('x', isList)).toEqual([1])
  })
})

describe('preferences', () => {
  test('the theme is the stored one, or dark without a valid one', () => {
    expect(get(themeChoiceAtom)).toBe('light')
    startPrefs()()
    expect(get(themeAtom)).toBe('dark')
    writeText('theme', 'purple')
    startPrefs()()
    expect(get(themeAtom)).toBe('dark')
    writeText('theme', 'light')
    startPrefs()()
    expect(get(themeAtom)).toBe('light')
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
    const stop = startPrefs()
    setTheme('system')
    expect(document.documentElement.dataset.theme).toBe('light')
    system.matches = true
    changed?.()
    expect(get(themeAtom)).toBe('dark')
    expect(document.documentElement.dataset.theme).toBe('dark')
    stop()
  })

  test('choices are stored and restored', () => {
    const stop = startPrefs()
    setPreference('upColor', 'red')
    setPreference('hideAmounts', true)
    setPreference('watchlist', ['EURUSD'])
    stop()
    startPrefs()()
    expect(document.documentElement.dataset.upColor).toBe('red')
    expect(get(preferenceAtoms.hideAmounts)).toBe(true)
    expect(get(preferenceAtoms.watchlist)).toEqual(['EURUSD'])
  })

  test('attributes of the document are stored for the next first paint', () => {
    const stop = startPrefs()
    setPreference('upColor', 'blue')
    stop()
    expect(readJson('attributes', (value) => typeof value === 'object')).toMatchObject({ upColor: 'blue' })
  })

  // Of an earlier release, of another version or edited by hand.
  const INVALID: Readonly<Partial<Record<PreferenceName, unknown>>> = {
    upColor: 'purple',
    hideAmounts: 'yes',
    location: 'javascript:alert(1)',
    watchlist: ['btc/usdt'],
    chartInterval: '2y',
    chartKind: null,
    chartIndicators: ['magic'],
  }
  const names = Object.keys(preferenceSchemas) as PreferenceName[]
  test.each(names)('an invalid %s is ignored', (name) => {
    const value = INVALID[name] ?? { of: 'no preference' }
    writeText(name, null)
    startPrefs()()
    const atom = preferenceAtoms[name]
    const before = get<unknown>(atom)
    expect(before).toEqual(preferenceSchemas[name].default)
    setPreference(name, value)
    expect(get<unknown>(atom)).toBe(before)
    writeJson(name, value)
    startPrefs()()
    expect(get<unknown>(atom)).toEqual(before)
  })

  test('an unknown preference is ignored', () => {
    setPreference('__proto__', 'red')
    setPreference('noSuch', true)
    expect(readText('noSuch')).toBeNull()
  })
})

describe('language', () => {
  test('texts, arguments and plurals', () => {
    applyLanguage('en', {
      'a.plain': 'Plain',
      'a.name': 'Hi {{name}}',
      'a.n_one': '{{count}} day',
      'a.n_other': '{{count}} days',
      'error.tooBig': 'At most {{amount}}',
    })
    expect(textOf('a.plain')).toBe('Plain')
    expect(textOf('a.name', { name: '<b>{{x}}$t(a.plain)</b>' })).toBe('Hi <b>{{x}}$t(a.plain)</b>')
    expect([1, 2].map((count) => textOf('a.n', { count }))).toEqual(['1 day', '2 days'])
    expect(textOf('a.missing')).toBe('a.missing')
    expect(textOf('constructor')).toBe('constructor')
    expect(messageOf('error', { code: 'tooBig', message: 'x', params: { amount: '5' } })).toBe('At most 5')
    expect(messageOf('error', { code: 'unheard', message: 'Server words' })).toBe('Server words')
  })

  test('Arabic plurals and direction', () => {
    applyLanguage('ar', { n_zero: 'zero', n_one: 'one', n_two: 'two', n_few: 'few', n_many: 'many', n_other: 'other' })
    expect([0, 1, 2, 3, 11, 100].map((count) => textOf('n', { count }))).toEqual([
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
    applyLanguage('en', {})
    const loads = new Map<string, (texts: Record<string, string>) => void>()
    const load = (lang: string) => new Promise<Record<string, string>>((resolve) => loads.set(lang, resolve))
    const slow = setLanguage('de', load)
    const fast = setLanguage('fr', load)
    loads.get('fr')?.({ hello: 'Bonjour' })
    await fast
    loads.get('de')?.({ hello: 'Hallo' })
    await slow
    expect(language().lang).toBe('fr')
    expect(textOf('hello')).toBe('Bonjour')
    expect(initialLanguage(['en', 'fr'])).toBe('fr')
  })

  test('a failed language choice changes nothing', async () => {
    applyLanguage('en', {})
    await setLanguage('fr', () => Promise.resolve({ hello: 'Bonjour' }))
    await expect(setLanguage('ja', () => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
    expect(language().lang).toBe('fr')
    expect(initialLanguage(['en', 'fr'])).toBe('fr')
    expect(initialLanguage(['en'])).toBe('en')
  })

  test.each([
    [['de-AT', 'en-US'], 'de'],
    [['it-IT', 'fr-FR'], 'fr'],
    [['it-IT'], 'en'],
    [['c'], 'en'],
  ])('without a choice the device with %j begins in %s', (languages, lang) => {
    writeText('lang', null)
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
    expect(initialLanguage(['en', 'de', 'fr'])).toBe(lang)
    vi.restoreAllMocks()
  })
})

describe('toasts, covers, busy', () => {
  test('the same text is not stacked', () => {
    vi.useFakeTimers()
    showToast('a')
    showToast('b', { tone: 'error', ms: 3_000 })
    vi.advanceTimersByTime(1_000)
    showToast('a')
    expect(get(toastsAtom).map(({ text }) => text)).toEqual(['b', 'a'])
    vi.useRealTimers()
  })

  test('an overlay settles once, with its result', async () => {
    const first = openOverlay<boolean>('confirm', { title: 'A' })
    const second = openOverlay<string>('sheet', {})
    expect(get(overlaysAtom).map(({ kind }) => kind)).toEqual(['confirm', 'sheet'])
    closeTopOverlay('confirm')
    expect(await first).toBe(null)
    get(overlaysAtom)[0]?.close('done')
    expect(await second).toBe('done')
    expect(get(overlaysAtom)).toEqual([])
  })

  test('closing all overlays resolves them to null', async () => {
    const overlay = openOverlay('sheet', {})
    closeOverlays()
    expect(await overlay).toBe(null)
    expect(get(overlaysAtom)).toEqual([])
  })

  test('busy counts and never goes below 0', () => {
    busy.begin()
    busy.begin()
    busy.end()
    expect(get(busyAtom)).toBe(1)
    busy.end()
    busy.end()
    expect(get(busyAtom)).toBe(0)
  })
})
