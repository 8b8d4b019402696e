import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Files } from '../compile/source.ts'

const FOLDERS = ['screens', 'schemas', 'locales', 'src/widgets', 'src/actions']
const SINGLE = ['src/app/shell.json']
const WANTED = /^(screens|schemas|locales)\/.+\.json$|^src\/(widgets|actions)\/[^/]+\/[^/]+\.schema\.json$|^src\/widgets\/Icon\/icons\.ts$/

/** Reads the files of the project at `root` that the compiler wants. */
export function loadProject(root: string): Files {
  const files = new Map<string, string>()
  const read = (path: string): void => {
    try {
      files.set(path, readFileSync(join(root, path), 'utf8'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  const walk = (folder: string): void => {
    let entries
    try {
      entries = readdirSync(join(root, folder), { withFileTypes: true })
    } catch {
      return
    }
    for (const entry of entries) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) walk(path)
      else if (WANTED.test(path)) read(path)
    }
  }
  for (const folder of FOLDERS) walk(folder)
  for (const path of SINGLE) read(path)
  return files
}

export const isProjectFile = (path: string): boolean => WANTED.test(path) || SINGLE.includes(path)
