import type { Env } from '../language/expressions/evaluate.ts'
import { callFunction } from '../language/expressions/functions.ts'
import type { FunctionEnv } from '../language/expressions/functionEnv.ts'
import type { Formatter } from '../language/values/formatter.ts'
import type { Json, Root } from '../language/expressions/program.ts'
import type { RootMember } from '../language/expressions/roots.ts'
import { minuteAtom } from '../state/data/clock.ts'
import { deviceCountry, deviceLanguage, deviceTimeZone } from '../state/deviceLocale.ts'
import { installAtom } from '../state/install.ts'
import { language, languageAtom, textOf } from '../state/language.ts'
import { preferenceAtoms, themeChoiceAtom } from '../state/prefs.ts'
import { unresolvedPaymentsAtom } from '../state/payments.ts'
import { liveValueAtom, liveStaleAtom } from '../state/data/liveValues.ts'
import type { ScreenState } from '../state/screen.ts'
import { loggedInAtom, modeAtom, userAtom } from '../state/session.ts'
import { derivedAtom, type Atom } from '../state/store.ts'
import { readTracked } from './trackedStore.ts'

type Atoms<Name extends string> = Readonly<Record<Name, Atom<unknown>>>

/** The atom of a member; null: the root has no such member. */
const memberOf = (atoms: Atoms<string>, name: string): Atom<unknown> | null =>
  Object.hasOwn(atoms, name) ? (atoms[name] ?? null) : null

const langAtom = derivedAtom((read) => read(languageAtom).lang)

const SESSION: Atoms<RootMember<'session'> | 'user'> = {
  loggedIn: loggedInAtom,
  user: userAtom,
  mode: modeAtom,
}
const PREFERENCES: Atoms<RootMember<'preferences'>> = {
  lang: langAtom,
  theme: themeChoiceAtom,
  ...preferenceAtoms,
}
const DEVICE: Atoms<Exclude<RootMember<'device'>, 'language'>> = {
  country: derivedAtom(() => deviceCountry() ?? ''),
  install: installAtom,
  liveStale: liveStaleAtom,
  timeZone: derivedAtom(deviceTimeZone),
  unresolvedPayments: unresolvedPaymentsAtom,
}

/**
 * Everything that a screen's expressions can read. Reads are tracked. Texts and formats are not: they change only with the
 * language, which re-renders everything.
 */
export function createEnvironment(screen: ScreenState | null, config: Readonly<Record<string, Json>>): Env {
  const languageOfDevice = derivedAtom(() =>
    deviceLanguage(Array.isArray(config.languages) ? config.languages.map(String) : []),
  )
  let cachedFormat: { from: Formatter; format: FunctionEnv['format'] } | null = null
  const functionEnv: FunctionEnv = {
    text: textOf,
    live: (key) => readTracked(liveValueAtom(key)),
    get format() {
      // A memo of the language.
      const from = language().format
      if (cachedFormat?.from !== from)
        cachedFormat = {
          from,
          format: { ...from, ago: (unix) => from.ago(unix, Math.max(unix, readTracked(minuteAtom))) },
        }
      return cachedFormat.format
    },
  }

  function source(root: Root, name: string): Atom<unknown> | null | undefined {
    switch (root) {
      case 'data':
        return screen?.query(name)?.value
      case 'state':
        return screen?.state(name)
      case 'queries':
        return screen?.query(name)?.meta
      case 'forms':
        return screen?.form(name)?.values
      case 'session':
        return memberOf(SESSION, name)
      case 'preferences':
        return memberOf(PREFERENCES, name)
      case 'device':
        if (name === 'language') return languageOfDevice
        return memberOf(DEVICE, name)
      default:
        return null
    }
  }

  return {
    read(root, name) {
      if (root === 'params') return screen?.params[name] ?? null
      if (root === 'config') return Object.hasOwn(config, name) ? (config[name] ?? null) : null
      const atom = source(root, name)
      if (!atom) throw new Error(`There is no ${root} ${name}.`)
      return readTracked(atom) ?? null
    },
    text: textOf,
    call: (name, args) => callFunction(name, args, functionEnv),
  }
}
