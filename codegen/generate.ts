import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readArguments } from './commands/options.mjs'
import languages from './generate/languages.ts'
import type { Files, Generator } from './generate/lib/files.ts'

const OUT = 'src/generated'
const USAGE = `npm run generate [-- --check]

Writes src/generated and the schemas for editors from schemas/, locales/ and the widgets.

  --check   writes nothing; status 1 if a file of the repository is not what its sources say
`
/** Whether the repository contains the generated file: `--check` does not expect the schemas for editors. */
export const inRepository = (path: string): boolean => !/^schemas\/\w+\.schema\.json$/.test(path)

/** Every file that codegen/generate/*.ts makes of the project at `root`. */
export async function generateAll(root: string): Promise<Files> {
  const folder = join(dirname(fileURLToPath(import.meta.url)), 'generate')
  const files: Files = new Map()
  for (const name of readdirSync(folder)
    .filter((item) => item.endsWith('.ts') && !item.endsWith('.test.ts'))
    .toSorted()) {
    const loaded = (await import(pathToFileURL(join(folder, name)).href)) as { default?: Generator }
    if (loaded.default) for (const [path, content] of await loaded.default(root)) files.set(path, content)
    else throw new Error(`codegen/generate/${name} exports no generator: export one as its default`)
  }
  return files
}

export interface Difference {
  path: string
  why: 'missing' | 'differs' | 'stale'
}

/** Differences between the files on disk and the generated ones; stale: no generator writes them. */
export function differences(root: string, files: Files): Difference[] {
  const result: Difference[] = []
  for (const [path, content] of files) {
    if (!existsSync(join(root, path))) result.push({ path, why: 'missing' })
    else if (readFileSync(join(root, path), 'utf8') !== content) result.push({ path, why: 'differs' })
  }
  if (!existsSync(join(root, OUT))) return result
  for (const entry of readdirSync(join(root, OUT), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
    if (!files.has(path)) result.push({ path, why: 'stale' })
  }
  return result
}

/** Applies the differences to the disk: writes the missing and differing files of `files`, and deletes the stale ones. */
export function write(root: string, files: Files, changes: Difference[]): void {
  for (const { path, why } of changes) {
    if (why === 'stale') rmSync(join(root, path))
    else {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), files.get(path) ?? '')
    }
  }
}

/** Writes all generated files. Returns their number, and the paths of those that changed. */
export async function generate(root: string): Promise<{ files: number; changed: string[] }> {
  // Other generators read the schema of the languages.
  const first = languages(root)
  const isFirst = ({ path }: Difference): boolean => first.has(path)
  const early = differences(root, first).filter(isFirst)
  write(root, first, early)
  const files = await generateAll(root)
  const changes = differences(root, files)
  write(root, files, changes)
  return { files: files.size, changed: [...early, ...changes].map(({ path }) => path) }
}

async function main(args: string[]): Promise<number> {
  const root = process.cwd()
  if (!args.includes('--check')) {
    const { files, changed } = await generate(root)
    console.log(
      `${files} generated files, ${changed.length} changed${changed.length > 0 ? `: ${changed.join(', ')}` : ''}`,
    )
    return 0
  }
  const files = await generateAll(root)
  const changes = differences(root, files)
  const outOfDate = changes.filter(({ path }) => inRepository(path))
  for (const { path, why } of outOfDate)
    console.error(
      `${path} ${why === 'stale' ? 'is made by nothing' : why === 'missing' ? 'is missing' : 'is not what its sources say'}: run npm run generate`,
    )
  return outOfDate.length === 0 ? 0 : 1
}

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === process.argv[1]) {
  try {
    readArguments({ usage: USAGE, options: { check: { type: 'boolean' } } })
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
