import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Manifest } from '../../src/engine/language/expressions/program.ts'
import { snapshotOfCatalogue } from '../compiler/compare/describe.ts'
import type { CatalogueSnapshot } from '../compiler/compare/describe.ts'
import type { Files } from '../compiler/source/source.ts'
import { isProjectFile } from './load.ts'

/** The state that the current project is compared with. */
export type Baseline = { name: string; files: Files } | { name: string; snapshot: CatalogueSnapshot }

/** The given baseline does not exist or cannot be read. */
export class BaselineError extends Error {}

const MAX_GIT_OUTPUT_BYTES = 64 * 1024 * 1024
const FETCH_TIMEOUT_MS = 10_000

/** A running server, a folder or manifest of a catalogue, or a git revision, in this order. */
export async function readBaseline(root: string, name: string): Promise<Baseline> {
  if (/^https?:\/\//.test(name)) return fromServer(name)
  const path = resolve(root, name)
  if (existsSync(path)) {
    const folder = statSync(path).isDirectory() ? path : join(path, '..')
    const manifest = statSync(path).isDirectory() ? join(path, 'manifest.json') : path
    if (existsSync(manifest)) return fromFolder(name, folder, manifest)
  }
  return fromGit(root, name)
}

async function fromServer(address: string): Promise<Baseline> {
  const base = `${address.replace(/\/$/, '')}/h5/catalogue`
  const get = async (name: string): Promise<string> => {
    let response
    try {
      response = await fetch(`${base}/${name}.json`, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    } catch {
      throw new BaselineError(`Nothing answers at ${base}/${name}.json.`)
    }
    if (!response.ok) throw new BaselineError(`${base}/${name}.json answers with status ${response.status}.`)
    return response.text()
  }
  const manifest = asManifest(await get('manifest'), base)
  const names = filesOf(manifest)
  const texts = await Promise.all(names.map(get))
  return {
    name: `${address}, revision ${manifest.revision.slice(0, 8)}`,
    snapshot: snapshotOfCatalogue({ manifest, files: new Map(names.map((name, index) => [name, texts[index] ?? ''])) }),
  }
}

function fromFolder(name: string, folder: string, file: string): Baseline {
  const manifest = asManifest(readFileSync(file, 'utf8'), name)
  const files = new Map(
    filesOf(manifest).flatMap((name): [string, string][] =>
      existsSync(join(folder, `${name}.json`)) ? [[name, readFileSync(join(folder, `${name}.json`), 'utf8')]] : [],
    ),
  )
  try {
    return {
      name: `${name}, revision ${manifest.revision.slice(0, 8)}`,
      snapshot: snapshotOfCatalogue({ manifest, files }),
    }
  } catch (error) {
    throw new BaselineError(error instanceof Error ? error.message : String(error))
  }
}

const filesOf = (manifest: Manifest): string[] => [
  ...new Set([...Object.values(manifest.routes).map(({ hash }) => hash), ...Object.values(manifest.locales)]),
]

function asManifest(text: string, where: string): Manifest {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw new BaselineError(`${where} contains no catalogue: its manifest is not JSON.`)
  }
  const manifest = read as Partial<Manifest> | null
  if (
    manifest === null ||
    typeof manifest !== 'object' ||
    typeof manifest.revision !== 'string' ||
    typeof manifest.routes !== 'object' ||
    typeof manifest.locales !== 'object'
  )
    throw new BaselineError(`${where} contains no catalogue: its manifest has no revision, routes and texts.`)
  return manifest as Manifest
}

/** Folders of widgets and actions in earlier revisions, with the folder that they are read as. */
const FORMER_FOLDERS: readonly (readonly [RegExp, string])[] = [[/^src\/(?=(?:widgets|actions)\/)/, 'src/engine/']]

/** The path of a file of an earlier revision in the folders of the current one. */
const currentPath = (path: string): string =>
  FORMER_FOLDERS.reduce((current, [former, folder]) => current.replace(former, folder), path)

/** Reads the files of a revision with git, without changing the working tree. */
function fromGit(root: string, revision: string): Baseline {
  const git = (args: string[], input?: string): Buffer =>
    execFileSync('git', ['-C', root, ...args], {
      maxBuffer: MAX_GIT_OUTPUT_BYTES,
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(input === undefined ? {} : { input }),
    })
  let commit: string
  try {
    commit = git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`])
      .toString()
      .trim()
  } catch {
    throw new BaselineError(
      `"${revision}" is no git revision, no address and no catalogue. A revision of a server is compared by the address of the server.`,
    )
  }
  const paths = git(['ls-tree', '-r', '-z', '--name-only', commit])
    .toString()
    .split('\0')
    .filter((path) => isProjectFile(currentPath(path)))
  const batch = git(['cat-file', '--batch'], paths.map((path) => `${commit}:./${path}\n`).join(''))
  const files = new Map<string, string>()
  let at = 0
  for (const path of paths) {
    const end = batch.indexOf(10, at)
    const size = Number(batch.subarray(at, end).toString().split(' ')[2])
    files.set(currentPath(path), batch.subarray(end + 1, end + 1 + size).toString('utf8'))
    at = end + 1 + size + 1
  }
  return { name: `${revision} (${commit.slice(0, 8)})`, files }
}
