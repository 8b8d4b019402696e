import type { Manifest } from '../../src/core/program.ts'
import { SOURCE_LANGUAGE } from './locales.ts'
import type { Checked } from './project.ts'
import { canonical, sha256 } from '../../src/core/sha256.ts'

export interface Catalogue {
  manifest: Manifest
  /** Content hash to the file's text: each is served at <base>/<hash>.json. */
  files: ReadonlyMap<string, string>
}

/** Hexadecimal digits of a content hash: 128 bits. */
const DIGITS = 32

/**
 * The content-addressed files of a checked project. Throws when it has errors: what has not passed is never published.
 * `leaveOutWrong`, for developing only, drops the screens that have errors, in themselves or in a part, and says in the source
 * language what is not translated yet.
 */
export function buildCatalogue(checked: Checked, { leaveOutWrong = false } = {}): Catalogue {
  const errors = checked.diagnostics.filter((one) => one.severity === 'error')
  const [wrong] = errors
  if (wrong && !leaveOutWrong) throw new Error(`${wrong.file}:${wrong.line}:${wrong.column} ${wrong.message}`)
  if (!checked.shell) throw new Error('screens/shell.json is missing.')
  const bad = new Set(errors.map((one) => one.file))
  const files = new Map<string, string>()
  const add = (value: unknown): string => {
    const text = canonical(value)
    const hash = sha256(text).slice(0, DIGITS)
    files.set(hash, text)
    return hash
  }
  const routes: Manifest['routes'] = {}
  for (const { screen, file, used } of checked.screens) {
    if (bad.has(file) || [...used.parts].some((part) => bad.has(`screens/parts/${part}.json`))) continue
    if (screen) routes[screen.route] = { id: screen.id, hash: add(screen), access: screen.access, nav: screen.nav, requires: screen.requires }
  }
  const untranslated = leaveOutWrong ? checked.locales.get(SOURCE_LANGUAGE) : undefined
  const locales = Object.fromEntries([...checked.locales].map(([language, texts]) => [language, add({ ...untranslated, ...texts })]))
  const body: Omit<Manifest, 'revision'> = { routes, locales, shell: checked.shell, calls: checked.shellCalls }
  return { manifest: { revision: sha256(canonical(body)).slice(0, DIGITS), ...body }, files }
}
