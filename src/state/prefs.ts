import { createAtom, derivedAtom, get, set, update, watch, type Atom } from './store.ts'
import { isSetting, type Setting } from '../core/settings.ts'
import { readJson, readText, writeJson, writeText } from './storage.ts'

export type ThemeChoice = Setting<'theme'>
export type UpColor = Setting<'upColor'>

/** The user's chart settings. */
export interface ChartPrefs {
  chartInterval: Setting<'chartInterval'>
  chartKind: Setting<'chartKind'>
  chartIndicators: readonly Setting<'chartIndicators'>[]
}

const CHART: ChartPrefs = { chartInterval: '15m', chartKind: 'candles', chartIndicators: ['ma'] }

const baseChoiceAtom = createAtom<ThemeChoice>('light')
const baseSystemDarkAtom = createAtom(false)
const baseUpColorAtom = createAtom<UpColor>('green')
const baseHideAmountsAtom = createAtom(false)
const baseLocationAtom = createAtom<string | null>(null)
const baseWatchlistAtom = createAtom<readonly string[]>([])
const baseChartAtom = createAtom<ChartPrefs>(CHART)

export const themeChoiceAtom: Atom<ThemeChoice> = baseChoiceAtom
/** The theme that is applied. */
export const themeAtom = derivedAtom<'dark' | 'light'>((read) => {
  const choice = read(baseChoiceAtom)
  if (choice !== 'system') return choice
  return read(baseSystemDarkAtom) ? 'dark' : 'light'
})
export const upColorAtom: Atom<UpColor> = baseUpColorAtom
export const hideAmountsAtom: Atom<boolean> = baseHideAmountsAtom
/** The user's location, "latitude,longitude": stored on the device, never sent. */
export const locationAtom: Atom<string | null> = baseLocationAtom
export const watchlistAtom: Atom<readonly string[]> = baseWatchlistAtom
export const chartIntervalAtom = derivedAtom((read) => read(baseChartAtom).chartInterval)
export const chartKindAtom = derivedAtom((read) => read(baseChartAtom).chartKind)
export const chartIndicatorsAtom = derivedAtom((read) => read(baseChartAtom).chartIndicators)

/** Applies the stored theme, else dark, and synchronises the document's attributes. Returns the stop function. */
export function startPrefs(): () => void {
  const theme = readText('theme')
  set(baseChoiceAtom, isSetting('theme', theme) ? theme : 'dark')
  const upColor = readText('upColor')
  set(baseUpColorAtom, isSetting('upColor', upColor) ? upColor : 'green')
  set(baseHideAmountsAtom, readText('hideAmounts') === 'true')
  set(baseLocationAtom, readJson('place', isLocation))
  set(baseWatchlistAtom, readJson('watchlist', isTexts) ?? [])
  set(baseChartAtom, readJson('chart', isChart) ?? CHART)

  const system = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null
  const follow = () => set(baseSystemDarkAtom, system?.matches ?? true)
  follow()
  system?.addEventListener('change', follow)

  const updateDocument = () => {
    if (typeof document === 'undefined') return
    document.documentElement.dataset.theme = get(themeAtom)
    document.documentElement.dataset.up = get(baseUpColorAtom)
  }
  updateDocument()
  const stops = [
    watch(themeAtom, updateDocument),
    watch(baseUpColorAtom, updateDocument),
    () => system?.removeEventListener('change', follow),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Applies the theme and stores it on the device; an invalid value is ignored. */
export function setTheme(theme: ThemeChoice): void {
  if (!isSetting('theme', theme)) return
  set(baseChoiceAtom, theme)
  writeText('theme', theme)
}

/** Applies the colours of rising and falling prices and stores the choice on the device; an invalid value is ignored. */
export function setUpColor(color: UpColor): void {
  if (!isSetting('upColor', color)) return
  set(baseUpColorAtom, color)
  writeText('upColor', color)
}

/** Hides or shows amounts in the whole app, and stores the choice on the device. */
export function setHideAmounts(hidden: boolean): void {
  set(baseHideAmountsAtom, hidden)
  writeText('hideAmounts', String(hidden))
}

/** Stores the location "latitude,longitude" in degrees; any other value removes the stored one. */
export function setLocation(location: unknown): void {
  const stored = isLocation(location) ? location : null
  set(baseLocationAtom, stored)
  writeJson('place', stored)
}

/** Adds the symbol to the watchlist, or removes it. */
export function toggleWatchlist(symbol: string): void {
  update(baseWatchlistAtom, (list) =>
    list.includes(symbol) ? list.filter((one) => one !== symbol) : [...list, symbol],
  )
  writeJson('watchlist', get(baseWatchlistAtom))
}

/** Sets one chart setting; an invalid value is ignored. */
export function setChartPref(name: keyof ChartPrefs, value: unknown): void {
  const next = { ...get(baseChartAtom), [name]: value }
  if (!isChart(next)) return
  set(baseChartAtom, next)
  writeJson('chart', next)
}

function isChart(value: unknown): value is ChartPrefs {
  if (typeof value !== 'object' || value === null) return false
  const { chartInterval, chartKind, chartIndicators } = value as Record<keyof ChartPrefs, unknown>
  return (
    isSetting('chartInterval', chartInterval) &&
    isSetting('chartKind', chartKind) &&
    Array.isArray(chartIndicators) &&
    chartIndicators.every((one) => isSetting('chartIndicators', one))
  )
}
const isLocation = (value: unknown): value is string =>
  typeof value === 'string' && /^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?$/.test(value)
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
