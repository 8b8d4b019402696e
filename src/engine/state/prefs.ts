import { isSetting, type Setting } from '../language/settings.ts'
import type { Shape } from '../language/expressions/program.ts'
import { conforms } from '../language/forms/validate.ts'
import { preferenceSchemas, userPreferences, type Preferences } from '../../generated/preferences.ts'
import { createAtom, derivedAtom, get, set, watch, type Atom, type WritableAtom } from './store.ts'
import { readText, writeText } from './storage.ts'

export type ThemeChoice = Setting<'theme'>
export type PreferenceName = keyof Preferences

const shapes: Readonly<Record<PreferenceName, Shape>> = preferenceSchemas
const NAMES = Object.keys(preferenceSchemas) as PreferenceName[]
/** Preferences with an enumeration: each is an attribute `data-<name>` of the document. */
const ATTRIBUTES = NAMES.filter((name) => shapes[name].enum !== undefined)
/** The name in the storage of the attributes, which public/first.js sets before the first paint. */
const STORED_ATTRIBUTES = 'attributes'

const baseChoiceAtom = createAtom<ThemeChoice>('light')
const baseSystemDarkAtom = createAtom(false)
const base = Object.fromEntries(NAMES.map((name) => [name, createAtom<unknown>(shapes[name].default)])) as Record<
  PreferenceName,
  WritableAtom<unknown>
>

export const themeChoiceAtom: Atom<ThemeChoice> = baseChoiceAtom
/** The theme that is applied. */
export const themeAtom = derivedAtom<'dark' | 'light'>((read) => {
  const choice = read(baseChoiceAtom)
  if (choice !== 'system') return choice
  return read(baseSystemDarkAtom) ? 'dark' : 'light'
})

/** The values of the preferences of schemas/preferences.json. */
export const preferenceAtoms = base as { readonly [Name in PreferenceName]: Atom<Preferences[Name]> }

/** Applies the stored preferences, or the default of each without a valid one, and synchronises the document's attributes. Returns the stop function. */
export function startPrefs(): () => void {
  const theme = readText('theme')
  set(baseChoiceAtom, isSetting('theme', theme) ? theme : 'dark')
  for (const name of NAMES) {
    const value = parsed(readText(name))
    set(base[name], value !== undefined && conforms(shapes[name], value) ? value : shapes[name].default)
  }

  const system = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null
  const follow = () => set(baseSystemDarkAtom, system?.matches ?? true)
  follow()
  system?.addEventListener('change', follow)

  const updateDocument = () => {
    if (typeof document === 'undefined') return
    Object.assign(document.documentElement.dataset, attributes(), { theme: get(themeAtom) })
  }
  updateDocument()
  const stops = [
    ...[themeAtom, ...ATTRIBUTES.map((name) => base[name])].map((source) => watch(source, updateDocument)),
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

/** Applies a preference and stores it on the device; a value that its schema does not allow is ignored, and so is an unknown name. */
export function setPreference(name: string, value: unknown): void {
  if (!isPreference(name) || !conforms(shapes[name], value)) return
  set(base[name], value)
  writeText(name, JSON.stringify(value))
  if (ATTRIBUTES.includes(name)) writeText(STORED_ATTRIBUTES, JSON.stringify(attributes()))
}

/** Removes the preferences of the user from the device. Returns their default values for `setAll`, which sets them with the session. */
export function removeUserPreferences(): (readonly [WritableAtom<unknown>, unknown])[] {
  return userPreferences.map((name) => {
    writeText(name, null)
    return [base[name], shapes[name].default]
  })
}

const attributes = (): Record<string, unknown> => Object.fromEntries(ATTRIBUTES.map((name) => [name, get(base[name])]))

/** The value of a preference; undefined for an unknown name. */
export const preference = (name: string): unknown => (isPreference(name) ? get(base[name]) : undefined)

const isPreference = (name: string): name is PreferenceName => Object.hasOwn(preferenceSchemas, name)

/** A stored value: JSON, or the text itself. */
function parsed(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
