// Finds the test files of each suite of the gate.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folders with unit tests. */
const FOLDERS = ['codegen', 'src', 'tests']
/** Its tests work on a copy of the project, and run by their own configuration. */
const OF_SEAMS = 'tests/prove/kit/seams/'

const filesUnder = (root, folder) => {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .toSorted()
}

/** The unit test files of the project, sorted, as paths from its root. */
export const unitTestFiles = (root) =>
  FOLDERS.flatMap((folder) => filesUnder(root, folder)).filter(
    // The compared packages of the bench contain their own tests.
    (file) => /\.test\.tsx?$/.test(file) && !file.startsWith(OF_SEAMS) && !file.includes('/node_modules/'),
  )

/** The files of browser tests, sorted, as paths from the root. */
export const browserTestFiles = (root) => filesUnder(root, 'tests/e2e').filter((file) => file.endsWith('.spec.ts'))

/** The proofs, sorted, as paths from the root: one file each in a folder of tests/prove. */
export const proofFiles = (root) =>
  filesUnder(root, 'tests/prove').filter((file) => /^tests\/prove\/(?!kit\/)[a-z]+\/[a-z][a-z-]*\.ts$/.test(file))

/** The proofs with a short form: the others are too long for any gate. */
export const shortProofFiles = (root) =>
  proofFiles(root).filter(
    (file) => !/^export const runs = .*\bshort: 0\b/m.test(readFileSync(join(root, file), 'utf8')),
  )

/** The name of a proof, by its file. */
export const proofName = (file) => file.replace(/^.*\/|\.ts$/g, '')
