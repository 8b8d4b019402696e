import { isSetting, type Setting } from '../../language/settings.ts'
import type { Shape } from '../../language/expressions/program.ts'
import { conforms } from '../../language/forms/validate.ts'
import type { PluginPreferences } from '../../language/plugin.ts'
import { createAtom, derivedAtom, get, set, watch, type Atom, type WritableAtom } from '../store.ts'
import type { DeviceStorage } from './storage.ts'

export type ThemeChoice = Setting<'theme'>

/** The name in the storage of the attributes, which public/first.js sets before the first paint. */
const STORED_ATTRIBUTES = 'attributes'

/** The theme and the preferences of a client. `root` has the theme, and each preference with an enumeration, as attributes `data-<name>`. */
export function createPreferences(
  { schemas, ofUser, kept = [] }: PluginPreferences,
  storage: DeviceStorage,
  root: HTMLElement | null,
) {
  const names = Object.keys(schemas)
  const shapeOf = (name: string): Shape => schemas[name] ?? {}
  const attributeNames = names.filter((name) => shapeOf(name).enum !== undefined)
  const baseChoice = createAtom<ThemeChoice>('light')
  const baseSystemDark = createAtom(false)
  const base = new Map(names.map((name) => [name, createAtom<unknown>(shapeOf(name).default)]))
  const has = (name: string): boolean => base.has(name)
  const atomOf = (name: string): WritableAtom<unknown> => {
    const atom = base.get(name)
    if (!atom) throw new Error(`There is no preference ${name}.`)
    return atom
  }

  const themeChoice: Atom<ThemeChoice> = baseChoice
  /** The theme that is applied. */
  const theme = derivedAtom<'dark' | 'light'>((read) => {
    const choice = read(baseChoice)
    if (choice !== 'system') return choice
    return read(baseSystemDark) ? 'dark' : 'light'
  })
  const atoms: Readonly<Record<string, Atom<unknown>>> = Object.fromEntries(base)
  const attributes = (): Record<string, unknown> =>
    Object.fromEntries(attributeNames.map((name) => [name, get(atomOf(name))]))

  /** Applies the stored preferences, or the default of each without a valid one, and synchronises the document's attributes. Returns the stop function. */
  function start(): () => void {
    const stored = storage.readText('theme')
    set(baseChoice, isSetting('theme', stored) ? stored : 'dark')
    for (const name of names) {
      const value = parsed(storage.readText(name))
      set(atomOf(name), value !== undefined && conforms(shapeOf(name), value) ? value : shapeOf(name).default)
    }

    const system = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null
    const follow = () => set(baseSystemDark, system?.matches ?? true)
    follow()
    system?.addEventListener('change', follow)

    const updateDocument = () => {
      if (root) Object.assign(root.dataset, attributes(), { theme: get(theme) })
    }
    updateDocument()
    const stops = [
      ...[theme, ...attributeNames.map((name) => atomOf(name))].map((source) => watch(source, updateDocument)),
      () => system?.removeEventListener('change', follow),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** Applies the theme and stores it on the device; an invalid value is ignored. */
  function setTheme(choice: ThemeChoice): void {
    if (!isSetting('theme', choice)) return
    set(baseChoice, choice)
    storage.writeText('theme', choice)
  }

  /** Applies a preference and stores it on the device; a value that its schema does not allow is ignored, and so is an unknown name. */
  function choose(name: string, value: unknown): void {
    if (!has(name) || !conforms(shapeOf(name), value)) return
    set(atomOf(name), value)
    storage.writeText(name, JSON.stringify(value))
    if (attributeNames.includes(name)) storage.writeText(STORED_ATTRIBUTES, JSON.stringify(attributes()))
  }

  /** The stored name of a preference of a user who is logged out. */
  const keptName = (name: string, user: string): string => `${name}.${user}`

  /** Removes the preferences of a user from those in use; `kept` ones are stored by the user's id. Returns their default values for `setAll`, which sets them with the session. */
  function removeOfUser(user: string): (readonly [WritableAtom<unknown>, unknown])[] {
    return ofUser.map((name) => {
      if (kept.includes(name)) storage.writeText(keptName(name, user), storage.readText(name))
      storage.writeText(name, null)
      return [atomOf(name), shapeOf(name).default]
    })
  }

  /** Restores the `kept` preferences of a user, in place of those of a visitor. Returns their values for `setAll`. */
  function restoreOfUser(user: string): (readonly [WritableAtom<unknown>, unknown])[] {
    return kept.flatMap((name) => {
      const text = storage.readText(keptName(name, user))
      const value = parsed(text)
      if (value === undefined || !conforms(shapeOf(name), value)) return []
      storage.writeText(name, text)
      storage.writeText(keptName(name, user), null)
      return [[atomOf(name), value] as const]
    })
  }

  /** The value of a preference; undefined for an unknown name. */
  const valueOf = (name: string): unknown => (has(name) ? get(atomOf(name)) : undefined)

  return { atoms, themeChoice, theme, start, setTheme, choose, removeOfUser, restoreOfUser, valueOf }
}

export type PreferencesState = ReturnType<typeof createPreferences>

/** A stored value: JSON, or the text itself. */
function parsed(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
