import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** The product that a starter begins with: its registries, schemas, screens, texts and server. */
const PRODUCT = join(root, 'tests/product')
const ENGINE = [
  'codegen',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'vitest.config.ts',
  '.gitignore',
  '.oxfmtrc.json',
  '.oxlintrc.json',
  'src/server/tsconfig.json',
  'schemas/catalogue',
  'schemas/tokens.json',
  'locales/same',
  ...['app', 'engine', 'studio', 'worker'].map((name) => `src/${name}`),
]
/** Pages with generated tables. */
const PAGES = ['schemas/README.md', 'screens/REFERENCE.md', 'screens/CHECKS.md']
/** The gate, and what unit tests are run with. */
const GATE = [
  'tests/run.mjs',
  'tests/gate',
  'tests/setup.ts',
  'tests/freshModules.ts',
  ...['seed', 'long', 'patientWorker', 'client'].map((name) => `tests/support/${name}.ts`),
]
/** Tests of the engine; the coverage of promises and the suite for backends, which are about the first product; and the starter itself. */
const LEFT_OUT = /\.test\.tsx?$|codegen\/(coverage|conformance|starter)(\/|$)|gate\/leftOut\.json$/
const SCRIPTS = ['start', 'test', 'dev', 'check', 'language', 'generate']

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const writeJson = (file: string, value: unknown): void => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

/** Keys of the texts that the engine's own code and its widgets and actions show. */
function engineTexts(): Set<string> {
  const { texts } = readJson(join(root, 'src/app/shell.json')) as { texts: string[] }
  const ofUnits = ['widgets', 'actions'].flatMap((folder) =>
    readdirSync(join(root, 'src/engine', folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.schema.json'))
      .flatMap((path) => (readJson(join(root, 'src/engine', folder, path)) as { texts?: string[] }).texts ?? []),
  )
  return new Set([...texts, ...ofUnits])
}

/** The files of texts: those of the product, and those of the engine in the same languages. */
function writeTexts(folder: string): void {
  const keys = engineTexts()
  for (const file of readdirSync(join(PRODUCT, 'locales'))) {
    const all = Object.entries(readJson(join(root, 'locales', file)) as Record<string, string>)
    const engine = all.filter(([key]) => keys.has(key) || keys.has(key.replace(/_(zero|one|two|few|many|other)$/, '')))
    const own = readJson(join(PRODUCT, 'locales', file)) as Record<string, string>
    writeJson(join(folder, 'locales', file), { ...Object.fromEntries(engine), ...own })
  }
}

/** The package and the lock file, under the name of the folder. The packages are those of this project, so that the lock file holds. */
function writePackage(folder: string): void {
  const name =
    basename(resolve(folder))
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'product'
  const { scripts, ...rest } = readJson(join(root, 'package.json')) as { scripts: Record<string, string> }
  const kept = Object.fromEntries(SCRIPTS.map((script) => [script, scripts[script]]))
  writeJson(join(folder, 'package.json'), { ...rest, name, description: '', scripts: kept })
  const lock = readJson(join(folder, 'package-lock.json')) as { packages: Record<string, object> }
  writeJson(join(folder, 'package-lock.json'), {
    ...lock,
    name,
    packages: { ...lock.packages, '': { ...lock.packages[''], name } },
  })
}

/**
 * Writes a small product with the engine into a folder that is missing or empty: three screens, two calls, a server, a unit test and a browser test, and the gate. Its
 * generated files are missing: `npm run generate` writes them there. Throws if the folder has files.
 */
export function createProduct(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).some((name) => name !== '.git' && name !== 'node_modules'))
    throw new Error(`${folder} has files: name a folder that is missing or empty.`)
  mkdirSync(folder, { recursive: true })
  for (const part of [...ENGINE, ...PAGES, ...GATE])
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(path.slice(root.length)),
    })
  cpSync(PRODUCT, folder, { recursive: true })
  writeFileSync(join(folder, 'tests/gate/leftOut.json'), '{}\n')
  writeTexts(folder)
  writePackage(folder)
}
