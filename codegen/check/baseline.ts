import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Manifest } from '../../src/core/program.ts'
import { sideOfCatalogue } from '../compile/compat/describe.ts'
import type { Side } from '../compile/compat/describe.ts'
import type { Files } from '../compile/source.ts'
import { isProjectFile } from './load.ts'

/** What today's project is compared with. */
export type Other = { name: string; files: Files } | { name: string; side: Side }

/** The command line names something that is not there, or cannot be read. */
export class CannotCompare extends Error {}

const MOST = 64 * 1024 * 1024
const WAIT = 10_000

/** A running server, a folder or manifest of a catalogue, or a git revision, in this order. */
export async function readOther(root: string, what: string): Promise<Other> {
  if (/^https?:\/\//.test(what)) return fromServer(what)
  const path = resolve(root, what)
  if (existsSync(path)) {
    const folder = statSync(path).isDirectory() ? path : join(path, '..')
    const manifest = statSync(path).isDirectory() ? join(path, 'manifest.json') : path
    if (existsSync(manifest)) return fromFolder(what, folder, manifest)
  }
  return fromGit(root, what)
}

async function fromServer(address: string): Promise<Other> {
  const base = `${address.replace(/\/$/, '')}/h5/catalogue`
  const get = async (name: string): Promise<string> => {
    let response
    try {
      response = await fetch(`${base}/${name}.json`, { signal: AbortSignal.timeout(WAIT) })
    } catch {
      throw new CannotCompare(`Nothing answers at ${base}/${name}.json.`)
    }
    if (!response.ok) throw new CannotCompare(`${base}/${name}.json answers with status ${response.status}.`)
    return response.text()
  }
  const manifest = asManifest(await get('manifest'), base)
  const names = filesOf(manifest)
  const texts = await Promise.all(names.map(get))
  return { name: `${address}, revision ${manifest.revision.slice(0, 8)}`, side: sideOfCatalogue({ manifest, files: new Map(names.map((name, index) => [name, texts[index] ?? ''])) }) }
}

function fromFolder(what: string, folder: string, file: string): Other {
  const manifest = asManifest(readFileSync(file, 'utf8'), what)
  const files = new Map(filesOf(manifest).flatMap((name): [string, string][] => (existsSync(join(folder, `${name}.json`)) ? [[name, readFileSync(join(folder, `${name}.json`), 'utf8')]] : [])))
  try {
    return { name: `${what}, revision ${manifest.revision.slice(0, 8)}`, side: sideOfCatalogue({ manifest, files }) }
  } catch (error) {
    throw new CannotCompare(error instanceof Error ? error.message : String(error))
  }
}

const filesOf = (manifest: Manifest): string[] => [...new Set([...Object.values(manifest.routes).map(({ hash }) => hash), ...Object.values(manifest.locales)])]

function asManifest(text: string, where: string): Manifest {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw new CannotCompare(`${where} holds no catalogue: its manifest is not JSON.`)
  }
  const manifest = read as Partial<Manifest> | null
  if (manifest === null || typeof manifest !== 'object' || typeof manifest.revision !== 'string' || typeof manifest.routes !== 'object' || typeof manifest.locales !== 'object') throw new CannotCompare(`${where} holds no catalogue: its manifest has no revision, routes and texts.`)
  return manifest as Manifest
}

/** The files of a revision, read through git without touching the working tree. */
function fromGit(root: string, revision: string): Other {
  const git = (args: string[], input?: string): Buffer => execFileSync('git', ['-C', root, ...args], { maxBuffer: MOST, stdio: ['pipe', 'pipe', 'pipe'], ...(input === undefined ? {} : { input }) })
  let commit: string
  try {
    commit = git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]).toString().trim()
  } catch {
    throw new CannotCompare(`"${revision}" is no git revision, no address and no catalogue.`)
  }
  const paths = git(['ls-tree', '-r', '-z', '--name-only', commit]).toString().split('\0').filter(isProjectFile)
  const batch = git(['cat-file', '--batch'], paths.map((path) => `${commit}:./${path}\n`).join(''))
  const files = new Map<string, string>()
  let at = 0
  for (const path of paths) {
    const end = batch.indexOf(10, at)
    const size = Number(batch.subarray(at, end).toString().split(' ')[2])
    files.set(path, batch.subarray(end + 1, end + 1 + size).toString('utf8'))
    at = end + 1 + size + 1
  }
  return { name: `${revision} (${commit.slice(0, 8)})`, files }
}
