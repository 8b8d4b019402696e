import type { Env } from '../language/expressions/evaluate.ts'
import { callFunction } from '../language/expressions/functions.ts'
import type { FunctionEnv } from '../language/expressions/functionEnv.ts'
import type { Formatter } from '../language/values/formatter.ts'
import type { Json, Root } from '../language/expressions/program.ts'
import type { RootMember } from '../language/expressions/roots.ts'
import { deviceCountry, deviceLanguage, deviceTimeZone } from '../state/deviceLocale.ts'
import { installAtom } from '../state/install.ts'
import { narrowWindowAtom, shortWindowAtom } from '../state/windowSize.ts'
import type { Client } from '../state/client/client.ts'
import type { ScreenState } from '../state/screen.ts'
import { derivedAtom, type Atom } from '../state/store.ts'
import { readTracked } from './trackedStore.ts'

type Atoms<Name extends string> = Readonly<Record<Name, Atom<unknown>>>

/** The atom of a member; null: the root has no such member. */
const memberOf = (atoms: Atoms<string>, name: string): Atom<unknown> | null =>
  Object.hasOwn(atoms, name) ? (atoms[name] ?? null) : null

const deviceCountryAtom = derivedAtom(() => deviceCountry() ?? '')
const deviceTimeZoneAtom = derivedAtom(deviceTimeZone)

/**
 * Everything that a screen's expressions can read. Reads are tracked. Texts and formats are not: they change only with the
 * language, which re-renders everything.
 */
export function createEnvironment(
  client: Client,
  screen: ScreenState | null,
  config: Readonly<Record<string, Json>>,
): Env {
  const { language, live, clock } = client
  const { loggedIn, user, mode } = client.session
  const session: Atoms<RootMember<'session'> | 'user'> = { loggedIn, user, mode }
  const preferences: Atoms<RootMember<'preferences'>> = {
    lang: language.lang,
    theme: client.preferences.themeChoice,
    ...client.preferences.atoms,
  }
  const device: Atoms<RootMember<'device'>> = {
    country: deviceCountryAtom,
    install: installAtom,
    language: derivedAtom(() => deviceLanguage(Array.isArray(config.languages) ? config.languages.map(String) : [])),
    liveStale: live.stale,
    narrow: narrowWindowAtom,
    short: shortWindowAtom,
    timeZone: deviceTimeZoneAtom,
    unresolvedPayments: client.unresolvedPayments.atom,
  }
  let cachedFormat: { from: Formatter; format: FunctionEnv['format'] } | null = null
  const functionEnv: FunctionEnv = {
    text: language.textOf,
    live: (key) => readTracked(live.atomOf(key)),
    get format() {
      // A memo of the language.
      const from = language.current().format
      if (cachedFormat?.from !== from)
        cachedFormat = {
          from,
          format: { ...from, ago: (unix) => from.ago(unix, Math.max(unix, readTracked(clock.minute))) },
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
        return memberOf(session, name)
      case 'preferences':
        return memberOf(preferences, name)
      case 'device':
        return memberOf(device, name)
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
    text: language.textOf,
    call: (name, args) => callFunction(name, args, functionEnv),
  }
}
