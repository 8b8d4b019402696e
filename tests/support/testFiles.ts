import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folders with unit tests. */
const FOLDERS = ['src', 'codegen', 'tests']
/** Its tests work on a copy of the project, and run by their own configuration. */
const OF_SEAMS = 'tests/prove/kit/seams/'

const filesUnder = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name).replaceAll('\\', '/'),
  )

/** The unit test files of the project, sorted, as paths from its root. */
export const unitTestFiles = (root: string): string[] =>
  FOLDERS.flatMap((folder) => filesUnder(root, folder))
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith(OF_SEAMS))
    .toSorted()

/** The files of browser tests, sorted, as paths from the root. */
export const browserTestFiles = (root: string): string[] =>
  filesUnder(root, 'tests/e2e')
    .filter((file) => file.endsWith('.spec.ts'))
    .toSorted()
