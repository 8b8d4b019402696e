import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folders with unit tests. */
const FOLDERS = ['src', 'codegen', 'tests']
/** Its tests work on a copy of the project, and run by their own configuration. */
const OF_SEAMS = 'tests/prove/kit/seams/'

/** The unit test files of the project, sorted, as paths from its root. */
export const unitTestFiles = (root: string): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name).replaceAll('\\', '/'),
    ),
  )
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith(OF_SEAMS))
    .toSorted()
