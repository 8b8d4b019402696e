import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonical } from '../../core/canonical.ts'
import type { CallDef, FormDef, Manifest, Screen } from '../../core/program.ts'

/** A revision whole: what its manifest names is in its files. */
export interface Content {
  manifest: Manifest
  /** Hash to text. */
  files: ReadonlyMap<string, string>
}

const DIGITS = 32

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, DIGITS)

/** The body of a manifest: the file that a revision is the hash of. */
export const bodyOf = (manifest: Manifest): string => canonical({ ...manifest, revision: undefined })

export const manifestOf = (revision: string, body: string): Manifest => ({ revision, ...(JSON.parse(body) as Omit<Manifest, 'revision'>) })

/** The files a manifest names. */
export const namesIn = ({ routes, locales }: Manifest): string[] => [...new Set([...Object.values(routes).map(({ hash }) => hash), ...Object.values(locales)])]

/** Throws, saying which file, unless every hash is that of its content and nothing is missing. */
export function verify({ manifest, files }: Content): void {
  if (hashOf(bodyOf(manifest)) !== manifest.revision) throw new Error(`The manifest ${manifest.revision} is not what its revision says.`)
  for (const hash of namesIn(manifest)) {
    const text = files.get(hash)
    if (text === undefined) throw new Error(`The revision ${manifest.revision} lacks its file ${hash}.`)
    if (hashOf(text) !== hash) throw new Error(`The file ${hash} is not what its name says.`)
  }
}

/** The catalogue that was built with the app; null where none was. */
export function readBuilt(dist: string | undefined): Content | null {
  const folder = join(dist ?? '', 'catalogue')
  if (dist === undefined || !existsSync(join(folder, 'manifest.json'))) return null
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  if (typeof manifest.revision !== 'string' || typeof manifest.routes !== 'object' || typeof manifest.locales !== 'object') throw new Error(`${folder} holds no catalogue: build the app again.`)
  const content = { manifest, files: new Map(namesIn(manifest).map((hash) => [hash, readFileSync(join(folder, `${hash}.json`), 'utf8')])) }
  verify(content)
  return content
}

export interface Parts {
  forms: Readonly<Record<string, FormDef>>
  calls: Readonly<Record<string, CallDef>>
}

/** The forms and the calls of a revision, gathered from its screens. */
export function partsOf(manifest: Manifest, screens: Iterable<Screen>): Parts {
  const forms: Record<string, FormDef> = {}
  const calls: Record<string, CallDef> = { ...manifest.calls }
  for (const screen of screens) {
    Object.assign(forms, screen.forms)
    Object.assign(calls, screen.calls)
  }
  return { forms, calls }
}
