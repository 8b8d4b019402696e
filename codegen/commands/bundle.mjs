// Runs TypeScript programs from a bundle in node_modules/.cache/placard. Node starts it in a tenth of the time that tsx takes to transform and
// load each module. Plain JavaScript: it is not transformed itself.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compileFunction } from 'node:vm'
import { root as projectRoot } from './setup.mjs'

/** Packages that load a library of the machine by a computed name. */
const NATIVE = ['@photostructure/sqlite', 'sharp']

/** Variables of a CommonJS module. */
const VARIABLES = ['exports', 'require', 'module', '__filename', '__dirname']

/**
 * The exports of a TypeScript program, loaded from its bundle. The bundle is made where none has been made of the same content of all of its
 * modules, those of packages included.
 */
export async function loadBundle(
  entry,
  { root = projectRoot, folder = join(root, 'node_modules/.cache/placard') } = {},
) {
  const cache = cacheOf(entry, root, folder)
  const { file, code } = cache.read() ?? cache.write(await build(entry, root))
  const run = compileFunction(code, VARIABLES, { filename: file })
  const module = { exports: {} }
  run(module.exports, createRequire(join(root, entry)), module, file, dirname(file))
  return module.exports
}

/**
 * The stored bundle of a program. `<id>.json` lists its modules and `<key>.cjs` is its code, where the key is the hash of everything that the code
 * was made of: code of other content cannot be found.
 */
function cacheOf(entry, root, folder) {
  const id = hash([root, entry])
  const indexFile = join(folder, `${id}.json`)
  const fileOf = (key) => join(folder, `${key}.cjs`)
  const index = () => {
    const text = read(indexFile)
    return text === undefined ? undefined : JSON.parse(text)
  }
  return {
    read() {
      const known = index()
      if (known === undefined) return undefined
      const contents = known.modules.map((path) => read(join(root, path)))
      if (contents.includes(undefined)) return undefined
      const file = fileOf(keyOf(id, root, known.modules, contents))
      const code = read(file)
      return code === undefined ? undefined : { file, code: code.toString() }
    },
    write({ code, modules, contents }) {
      const previous = index()
      const key = keyOf(id, root, modules, contents)
      const file = fileOf(key)
      if (save(file, code) && save(indexFile, JSON.stringify({ root, key, modules }))) {
        if (previous && previous.key !== key) remove([fileOf(previous.key)])
        removeAbandoned(folder)
      }
      return { file, code }
    },
  }
}

/** An index: other commands store files in the folder too. */
const INDEX = /^[0-9a-f]{32}\.json$/

/** Removes the bundles of projects that no longer exist: several copies may share one folder of packages. */
function removeAbandoned(folder) {
  for (const name of readdirSync(folder)) {
    const text = INDEX.test(name) ? read(join(folder, name)) : undefined
    if (text === undefined) continue
    const { root, key } = JSON.parse(text)
    if (!existsSync(root)) remove([`${key}.cjs`, name].map((file) => join(folder, file)))
  }
}

const remove = (files) => {
  for (const file of files) rmSync(file, { force: true })
}

const hash = (parts) => {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(`${part.length} `).update(part)
  return sum.digest('hex').slice(0, 32)
}

/** The installed packages and this file decide how modules are found and translated. */
const keyOf = (id, root, modules, contents) =>
  hash([
    id,
    process.version,
    process.arch,
    read(fileURLToPath(import.meta.url)),
    read(join(root, 'node_modules/.package-lock.json')) ?? '',
    ...modules,
    ...contents,
  ])

function read(file) {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** Whether the file could be written. Other processes see none or all of it. */
function save(file, content) {
  const temporary = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(temporary, content)
    renameSync(temporary, file)
    return true
  } catch {
    return false
  }
}

async function build(entry, root) {
  const { rolldown } = await import('rolldown')
  const contents = new Map()
  const bundle = await rolldown({
    input: join(root, entry),
    cwd: root,
    platform: 'node',
    external: NATIVE,
    tsconfig: false,
    logLevel: 'silent',
    // The entry "main" of some packages loads files by computed names.
    resolve: { mainFields: ['module', 'main'] },
    plugins: [
      {
        name: 'placard:modules',
        load(id) {
          if (id.startsWith('\0')) return null
          const content = readFileSync(id)
          contents.set(id, content)
          const code = content.toString()
          return { code: id.includes('node_modules') ? code : withOwnPaths(code, id) }
        },
      },
    ],
  })
  try {
    const { output } = await bundle.generate({
      format: 'cjs',
      exports: 'named',
      codeSplitting: false,
      // Without a loader, compiled code cannot call import().
      dynamicImportInCjs: false,
    })
    const ids = [...contents.keys()].toSorted((a, b) => (a < b ? -1 : 1))
    return {
      code: output[0].code,
      modules: ids.map((id) => relative(root, id)),
      contents: ids.map((id) => contents.get(id)),
    }
  } finally {
    await bundle.close()
  }
}

/** A module of the bundle keeps the paths of its source. */
const withOwnPaths = (code, id) =>
  code
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    .replaceAll('import.meta.filename', JSON.stringify(id))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))

/** Runs `main` of a program with the arguments of the command line. False: no bundle of it can be made. */
export async function runBundle(entry, args) {
  let program
  try {
    program = await loadBundle(entry)
  } catch {
    return false
  }
  await program.main(args, process.cwd())
  return true
}
