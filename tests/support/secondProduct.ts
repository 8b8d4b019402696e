import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
/** The second product: its registries, schemas, screens and texts. */
const PRODUCT = join(root, 'tests/product')
const ENGINE = [
  'codegen',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'schemas/catalogue',
  'schemas/tokens.json',
]
/** Pages with generated tables. */
const PAGES = ['schemas/README.md', 'screens/REFERENCE.md', 'screens/CHECKS.md']
const ENGINE_SOURCES = ['app', 'engine', 'studio', 'worker']

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

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

/**
 * Copies the engine and the second product into a separate folder. Returns the folder and the function that removes it.
 */
export function copySecondProduct(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'placard-product-'))
  for (const part of [...ENGINE, ...PAGES, 'locales/same', ...ENGINE_SOURCES.map((name) => `src/${name}`)])
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      // The coverage of promises and the suite for backends are about the first product.
      filter: (path) => !/\.test\.tsx?$|codegen\/(coverage|conformance)/.test(path),
    })
  cpSync(PRODUCT, folder, { recursive: true, filter: (path) => !path.endsWith('.md') })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const keys = engineTexts()
  for (const file of readdirSync(join(PRODUCT, 'locales'))) {
    const all = Object.entries(readJson(join(root, 'locales', file)) as Record<string, string>)
    const engine = all.filter(([key]) => keys.has(key) || keys.has(key.replace(/_(zero|one|two|few|many|other)$/, '')))
    const own = readJson(join(PRODUCT, 'locales', file)) as Record<string, string>
    writeFileSync(join(folder, 'locales', file), JSON.stringify({ ...Object.fromEntries(engine), ...own }, null, 2))
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
