import { cell, derived, get, set, update, watch, type Atom } from './store.ts'
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

const choiceCell = cell<ThemeChoice>('light')
const systemDarkCell = cell(false)
const upColorCell = cell<UpColor>('green')
const hideAmountsCell = cell(false)
const placeCell = cell<string | null>(null)
const watchlistCell = cell<readonly string[]>([])
const chartCell = cell<ChartPrefs>(CHART)

export const themeChoiceAtom: Atom<ThemeChoice> = choiceCell
/** The theme that is applied. */
export const themeAtom = derived<'dark' | 'light'>((read) => {
  const choice = read(choiceCell)
  if (choice !== 'system') return choice
  return read(systemDarkCell) ? 'dark' : 'light'
})
export const upColorAtom: Atom<UpColor> = upColorCell
export const hideAmountsAtom: Atom<boolean> = hideAmountsCell
/** The user's location, "latitude,longitude": stored on the device, never sent. */
export const placeAtom: Atom<string | null> = placeCell
export const watchlistAtom: Atom<readonly string[]> = watchlistCell
export const chartIntervalAtom = derived((read) => read(chartCell).chartInterval)
export const chartKindAtom = derived((read) => read(chartCell).chartKind)
export const chartIndicatorsAtom = derived((read) => read(chartCell).chartIndicators)

/** Applies the stored theme, else dark, and synchronises the document's attributes. Returns the stop function. */
export function startPrefs(): () => void {
  const theme = readText('theme')
  set(choiceCell, isSetting('theme', theme) ? theme : 'dark')
  const upColor = readText('upColor')
  set(upColorCell, isSetting('upColor', upColor) ? upColor : 'green')
  set(hideAmountsCell, readText('hideAmounts') === 'true')
  set(placeCell, readJson('place', isPlace))
  set(watchlistCell, readJson('watchlist', isTexts) ?? [])
  set(chartCell, readJson('chart', isChart) ?? CHART)

  const system = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null
  const follow = () => set(systemDarkCell, system?.matches ?? true)
  follow()
  system?.addEventListener('change', follow)

  const paint = () => {
    if (typeof document === 'undefined') return
    document.documentElement.dataset.theme = get(themeAtom)
    document.documentElement.dataset.up = get(upColorCell)
  }
  paint()
  const stops = [watch(themeAtom, paint), watch(upColorCell, paint), () => system?.removeEventListener('change', follow)]
  return () => {
    for (const stop of stops) stop()
  }
}

export function setTheme(theme: ThemeChoice): void {
  if (!isSetting('theme', theme)) return
  set(choiceCell, theme)
  writeText('theme', theme)
}

export function setUpColor(color: UpColor): void {
  if (!isSetting('upColor', color)) return
  set(upColorCell, color)
  writeText('upColor', color)
}

export function setHideAmounts(hidden: boolean): void {
  set(hideAmountsCell, hidden)
  writeText('hideAmounts', String(hidden))
}

export function setPlace(place: unknown): void {
  const kept = isPlace(place) ? place : null
  set(placeCell, kept)
  writeJson('place', kept)
}

/** Adds the symbol to the watchlist, or removes it. */
export function toggleWatchlist(symbol: string): void {
  update(watchlistCell, (list) => (list.includes(symbol) ? list.filter((one) => one !== symbol) : [...list, symbol]))
  writeJson('watchlist', get(watchlistCell))
}

/** Sets one chart setting; an invalid value is ignored. */
export function setChartPref(name: keyof ChartPrefs, value: unknown): void {
  const next = { ...get(chartCell), [name]: value }
  if (!isChart(next)) return
  set(chartCell, next)
  writeJson('chart', next)
}

function isChart(value: unknown): value is ChartPrefs {
  if (typeof value !== 'object' || value === null) return false
  const { chartInterval, chartKind, chartIndicators } = value as Record<keyof ChartPrefs, unknown>
  return isSetting('chartInterval', chartInterval) && isSetting('chartKind', chartKind) && Array.isArray(chartIndicators) && chartIndicators.every((one) => isSetting('chartIndicators', one))
}
const isPlace = (value: unknown): value is string => typeof value === 'string' && /^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?$/.test(value)
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string')
