import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalJson } from '../../../engine/language/values/canonicalJson.ts'
import type { CallDef, FormDef, Manifest, Screen } from '../../../engine/language/expressions/program.ts'

/** A revision with the text of all files its manifest names. */
export interface RevisionContent {
  manifest: Manifest
  /** Hash to text. */
  files: ReadonlyMap<string, string>
  /** SHA-256 to the text of a module with the validators of a form. */
  modules: ReadonlyMap<string, string>
}

const HASH_DIGITS = 32

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** Returns the name of a text in a revision: the first 128 bits of its SHA-256, in hexadecimal. */
export const hashOf = (text: string): string => sha256(text).slice(0, HASH_DIGITS)

/** The body of a manifest: the file that a revision is the hash of. */
export const bodyOf = (manifest: Manifest): string => canonicalJson({ ...manifest, revision: undefined })

/** Parses the body of a manifest and adds the revision. */
export const manifestOf = (revision: string, body: string): Manifest => ({
  revision,
  ...(JSON.parse(body) as Omit<Manifest, 'revision'>),
})

/** The files a manifest names. */
export const fileHashesIn = ({ routes, locales }: Manifest): string[] => [
  ...new Set([...Object.values(routes).map(({ hash }) => hash), ...Object.values(locales)]),
]

/** The modules a manifest names. */
export const moduleHashesIn = ({ routes }: Manifest): string[] => [
  ...new Set(Object.values(routes).flatMap(({ validators = [] }) => validators)),
]

/** Throws, naming the file, unless all files are present and match their hashes. */
export function verify({ manifest, files, modules }: RevisionContent): void {
  if (hashOf(bodyOf(manifest)) !== manifest.revision)
    throw new Error(`The manifest ${manifest.revision} is not what its revision says.`)
  for (const hash of fileHashesIn(manifest)) {
    const text = files.get(hash)
    if (text === undefined) throw new Error(`The revision ${manifest.revision} lacks its file ${hash}.`)
    if (hashOf(text) !== hash) throw new Error(`The file ${hash} is not what its name says.`)
  }
  for (const hash of moduleHashesIn(manifest)) {
    const text = modules.get(hash)
    if (text === undefined) throw new Error(`The revision ${manifest.revision} lacks its module ${hash}.`)
    if (sha256(text) !== hash) throw new Error(`The module ${hash} is not what its name says.`)
  }
  for (const { id, hash, validators = [] } of Object.values(manifest.routes)) {
    const { forms } = JSON.parse(files.get(hash) ?? 'null') as Screen
    for (const { validator } of Object.values(forms)) {
      if (validator !== undefined && !validators.includes(validator))
        throw new Error(`The manifest ${manifest.revision} does not name the module ${validator} of the screen ${id}.`)
    }
  }
}

/** The catalogue that was built with the app; null where none was. */
export function readBuilt(dist: string | undefined): RevisionContent | null {
  const folder = join(dist ?? '', 'catalogue')
  if (dist === undefined || !existsSync(join(folder, 'manifest.json'))) return null
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  if (
    typeof manifest.revision !== 'string' ||
    typeof manifest.routes !== 'object' ||
    typeof manifest.locales !== 'object'
  )
    throw new Error(`${folder} holds no catalogue: build the app again.`)
  const read = (names: readonly string[], kind: 'json' | 'js'): Map<string, string> =>
    new Map(names.map((hash) => [hash, readFileSync(join(folder, `${hash}.${kind}`), 'utf8')]))
  const content = {
    manifest,
    files: read(fileHashesIn(manifest), 'json'),
    modules: read(moduleHashesIn(manifest), 'js'),
  }
  verify(content)
  return content
}

export interface FormsAndCalls {
  forms: Readonly<Record<string, FormDef>>
  calls: Readonly<Record<string, CallDef>>
}

/** The forms and the calls of a revision, gathered from its screens. */
export function formsAndCallsOf(manifest: Manifest, screens: Iterable<Screen>): FormsAndCalls {
  const forms: Record<string, FormDef> = {}
  const calls: Record<string, CallDef> = { ...manifest.calls }
  for (const screen of screens) {
    Object.assign(forms, screen.forms)
    Object.assign(calls, screen.calls)
  }
  return { forms, calls }
}
