import { lstatSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Files } from '../compiler/source/source.ts'

/** The folders with the compiler's input files. */
export const FOLDERS = [
  'screens',
  'fixtures',
  'schemas',
  'locales',
  'src/engine/widgets',
  'src/engine/actions',
  'src/product',
  'src/app',
]
const PROJECT_FILE =
  /^src\/engine\/widgets\/Form\/widgets\/[\w-]+?(\.lazy)?\.tsx$|^(screens|fixtures|schemas|locales)\/.+\.json$|^src\/(?:engine|product)\/(widgets|actions)\/[^/]+\/[^/]+\.schema\.json$|^src\/(engine\/widgets\/Icon|product)\/icons\.json$|^src\/product\/services\.json$|^src\/app\/shell\.json$/

/** Whether the compiler reads this file. The path is relative to the root of the project, with forward slashes. */
export const isProjectFile = (path: string): boolean => PROJECT_FILE.test(path)

/** Greatest size of a file that is read, bytes: some times the limit of the compiler, which reports a file above that. */
const MAX_BYTES = 16 * 1024 * 1024

/** A file or folder that is not read, and why. */
export interface LeftOut {
  path: string
  why: string
}

interface Entry {
  isFile(): boolean
  isDirectory(): boolean
  isSymbolicLink(): boolean
}

/** Why an entry is not followed or read: its target may be outside of the project, or may never end. */
const kindOf = (entry: Entry): string =>
  entry.isSymbolicLink() ? 'it is a link' : entry.isDirectory() ? 'it is a folder' : 'it is not a regular file'

/** Paths of the compiler's input files in the project at `root`: regular files in folders that are no links. */
export function projectFiles(root: string, leftOut: LeftOut[] = []): string[] {
  const files: string[] = []
  const walk = (folder: string): void => {
    let entries
    try {
      entries = readdirSync(join(root, folder), { withFileTypes: true })
    } catch {
      return
    }
    for (const entry of entries) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory() && !isProjectFile(path)) {
        if (folder !== 'src/app') walk(path)
      } else if (isProjectFile(path) && entry.isFile()) {
        const size = statOf(root, path)?.size ?? 0
        if (size <= MAX_BYTES) files.push(path)
        else leftOut.push({ path, why: `it has more than ${MAX_BYTES} bytes` })
      } else if (isProjectFile(path) || (entry.isSymbolicLink() && folder !== 'src/app'))
        leftOut.push({ path, why: kindOf(entry) })
    }
  }
  for (const folder of FOLDERS) {
    const parts = folder.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'))
    const link = parts.find((part) => statOf(root, part)?.isSymbolicLink())
    if (link === undefined) walk(folder)
    else if (!leftOut.some(({ path }) => path === link)) leftOut.push({ path: link, why: 'it is a link' })
  }
  return files
}

function statOf(root: string, path: string): ReturnType<typeof lstatSync> | undefined {
  return lstatSync(join(root, path), { throwIfNoEntry: false })
}

/** The text of a file; undefined if it does not exist, or is no regular file. */
export function readText(root: string, path: string): string | undefined {
  try {
    return statOf(root, path)?.isFile() ? readFileSync(join(root, path), 'utf8') : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

/** Reads the compiler's input files of the project at `root`; adds to `leftOut` what is not read. */
export function loadProject(root: string, leftOut: LeftOut[] = []): Files {
  const files = new Map<string, string>()
  for (const path of projectFiles(root, leftOut)) {
    const text = readText(root, path)
    if (text !== undefined) files.set(path, text)
  }
  return files
}
