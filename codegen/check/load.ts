import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Files } from '../compile/source.ts'

/** The folders with the compiler's input files. */
export const FOLDERS = [
  'screens',
  'fixtures',
  'schemas',
  'locales',
  'src/widgets',
  'src/actions',
  'src/product',
  'src/app',
]
const PROJECT_FILE =
  /^src\/widgets\/Form\/widgets\/[\w-]+?(\.lazy)?\.tsx$|^(screens|fixtures|schemas|locales)\/.+\.json$|^src\/(?:product\/)?(widgets|actions)\/[^/]+\/[^/]+\.schema\.json$|^src\/(widgets\/Icon|product)\/icons\.json$|^src\/product\/services\.json$|^src\/app\/shell\.json$/

/** Whether the compiler reads this file. The path is relative to the root of the project, with forward slashes. */
export const isProjectFile = (path: string): boolean => PROJECT_FILE.test(path)

/** Paths of the compiler's input files in the project at `root`. */
export function projectFiles(root: string): string[] {
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
      if (entry.isDirectory()) {
        if (folder !== 'src/app') walk(path)
      } else if (isProjectFile(path)) files.push(path)
    }
  }
  for (const folder of FOLDERS) walk(folder)
  return files
}

/** The text of a file; undefined if it does not exist. */
export function readText(root: string, path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

/** Reads the compiler's input files of the project at `root`. */
export function loadProject(root: string): Files {
  const files = new Map<string, string>()
  for (const path of projectFiles(root)) {
    const text = readText(root, path)
    if (text !== undefined) files.set(path, text)
  }
  return files
}
