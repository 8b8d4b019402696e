import { cpSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Files that the project's commands need, without its packages. */
const PARTS = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'vitest.config.ts',
  'src',
  'screens',
  'fixtures',
  'schemas',
  'locales',
  'codegen',
]

/** Copies the project's sources, and the folders in `further`, into a folder. */
export function copyProject(folder: string, further: readonly string[] = []): void {
  for (const part of [...PARTS, ...further]) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
}
