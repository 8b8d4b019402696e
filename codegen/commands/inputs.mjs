// Inputs of the build. Plain JavaScript without dependencies.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** File of the build with the hash of its inputs. */
export const BUILD_RECORD = 'build.json'

const INPUTS = [
  'src',
  'screens',
  'fixtures',
  'schemas',
  'locales',
  'codegen',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
]

/** Tests and pages of documentation are no input. */
const isInput = (name) => !/\.(test\.tsx?|md)$/.test(name)

/** Without a product's optional parts, such as its saved states. */
function filesBelow(path) {
  const kind = statSync(join(root, path), { throwIfNoEntry: false })
  if (!kind) return []
  if (!kind.isDirectory()) return [path]
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    const below = `${path}/${entry.name}`
    if (entry.isDirectory()) return filesBelow(below)
    return entry.isFile() && isInput(entry.name) ? [below] : []
  })
}

/** Hash of the names and contents of all inputs: a copy of the project with the same files has the same one. */
export function hashOfInputs() {
  const sum = createHash('sha256')
  for (const file of INPUTS.flatMap(filesBelow).toSorted((a, b) => (a < b ? -1 : 1))) {
    const content = readFileSync(join(root, file))
    sum.update(`${file} ${content.length} `).update(content)
  }
  return sum.digest('hex')
}
