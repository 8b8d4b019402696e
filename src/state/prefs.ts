import { cell, derived, get, set, update, useValue, watch, type Atom } from './store.ts'
import { readJson, readText, writeJson, writeText } from './storage.ts'

export type ThemeChoice = 'dark' | 'light' | 'system'
/** green: rises green; red: rises red; blue: the pair that colour-blind readers tell apart. */
export type UpColor = 'green' | 'red' | 'blue'

const THEMES: readonly ThemeChoice[] = ['dark', 'light', 'system']
const UP_COLORS: readonly UpColor[] = ['green', 'red', 'blue']

const choiceCell = cell<ThemeChoice>('light')
const systemDarkCell = cell(false)
const upColorCell = cell<UpColor>('green')
const hideAmountsCell = cell(false)
const watchlistCell = cell<readonly string[]>([])

export const themeChoiceAtom: Atom<ThemeChoice> = choiceCell
/** The theme that is drawn. */
export const themeAtom = derived<'dark' | 'light'>((read) => {
  const choice = read(choiceCell)
  if (choice !== 'system') return choice
  return read(systemDarkCell) ? 'dark' : 'light'
})
export const upColorAtom: Atom<UpColor> = upColorCell
export const hideAmountsAtom: Atom<boolean> = hideAmountsCell
export const watchlistAtom: Atom<readonly string[]> = watchlistCell

export const useTheme = (): 'dark' | 'light' => useValue(themeAtom)
export const useThemeChoice = (): ThemeChoice => useValue(themeChoiceAtom)
export const useUpColor = (): UpColor => useValue(upColorAtom)
export const useHideAmounts = (): boolean => useValue(hideAmountsAtom)
export const useWatchlist = (): readonly string[] => useValue(watchlistAtom)

/** Applies what the device has stored, else dark, and keeps the document's attributes in step. Answers with the way to stop. */
export function startPrefs(): () => void {
  const theme = readText('theme')
  set(choiceCell, isTheme(theme) ? theme : 'dark')
  const upColor = readText('upColor')
  set(upColorCell, isUpColor(upColor) ? upColor : 'green')
  set(hideAmountsCell, readText('hideAmounts') === 'true')
  set(watchlistCell, readJson('watchlist', isTexts) ?? [])

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
  if (!isTheme(theme)) return
  set(choiceCell, theme)
  writeText('theme', theme)
}

export function setUpColor(color: UpColor): void {
  if (!isUpColor(color)) return
  set(upColorCell, color)
  writeText('upColor', color)
}

export function setHideAmounts(hidden: boolean): void {
  set(hideAmountsCell, hidden)
  writeText('hideAmounts', String(hidden))
}

/** Puts the symbol on the watchlist, or takes it off. */
export function toggleWatched(symbol: string): void {
  update(watchlistCell, (list) => (list.includes(symbol) ? list.filter((one) => one !== symbol) : [...list, symbol]))
  writeJson('watchlist', get(watchlistCell))
}

const isTheme = (value: unknown): value is ThemeChoice => THEMES.includes(value as ThemeChoice)
const isUpColor = (value: unknown): value is UpColor => UP_COLORS.includes(value as UpColor)
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string')
