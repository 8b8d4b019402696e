import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ContractFiles } from '../../compiler/compare/wireChanges.ts'
import type { Json } from '../../../src/engine/language/expressions/program.ts'
import { jsonFiles, readJson, versionOf } from './files.ts'

export const VERSION_FILE = 'schemas/versions/version.json'
export const RELEASED_FILE = 'schemas/versions/released.json'
const FOLDERS = ['schemas/api', 'schemas/entities', 'schemas/live']

/** The version of the contract; of a project without one, its own. */
export const contractVersion = (root: string): string =>
  existsSync(join(root, VERSION_FILE)) ? (readJson(root, VERSION_FILE) as { version: string }).version : versionOf(root)

/** A released version of the contract, with which the present one is compared. */
export interface Released {
  version: string
  files: ContractFiles
}

export const readReleased = (root: string): Released | null =>
  existsSync(join(root, RELEASED_FILE)) ? (readJson(root, RELEASED_FILE) as Released) : null

/** The files of the contract without descriptions, as they are recorded and compared. */
export const contractFiles = (root: string): ContractFiles =>
  Object.fromEntries(
    FOLDERS.flatMap((folder) => jsonFiles(root, folder)).map((path) => [
      path,
      withoutProse(readJson(root, path) as Json),
    ]),
  )

/** A description is a text; a property of this name is a schema. */
function withoutProse(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutProse)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, item]) => name !== '$schema' && !(name === 'description' && typeof item === 'string'))
      .map(([name, item]) => [name, withoutProse(item)]),
  )
}

/** The present contract as a released one: one line for each file, so that a change is a change of its lines. */
export function releasedText(root: string): string {
  const lines = Object.entries(contractFiles(root)).map(
    ([path, file]) => `${JSON.stringify(path)}: ${JSON.stringify(file)}`,
  )
  return `{ "version": ${JSON.stringify(contractVersion(root))}, "files": {\n${lines.join(',\n')}\n} }\n`
}
