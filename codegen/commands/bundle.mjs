// Runs TypeScript programs from a bundle with compiled bytecode in node_modules/.cache/placard. Node starts it in a tenth of the time that
// tsx takes to transform and load each module. Plain JavaScript: it is not transformed itself.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { constants, Script } from 'node:vm'
import { root as projectRoot } from './setup.mjs'

/** Bytes of bytecode that a function runs before V8 considers its optimization: six times the default, which saves a third of the processor time of a check. */
const INTERRUPT_BUDGET = 400_000

/** Packages that load a library of the machine by a computed name. */
const NATIVE = ['better-sqlite3', 'sharp']

/** Around the code of a bundle: the variables of a CommonJS module. */
const WRAPPER = ['(function (exports, require, module, __filename, __dirname) {', '\n})']

/**
 * The exports of a TypeScript program, loaded from its bundle. The bundle is made where none has been made of the same content of all of its
 * modules, those of packages included. `saveBytecode` adds the bytecode of the functions that ran so far, which later starts need not compile.
 */
export async function loadBundle(
  entry,
  { root = projectRoot, folder = join(root, 'node_modules/.cache/placard') } = {},
) {
  const cache = cacheOf(entry, root, folder)
  const bundle = cache.read() ?? cache.write(await build(entry, root))
  const script = new Script(WRAPPER.join(bundle.code), {
    filename: bundle.file,
    cachedData: bundle.bytecode,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const module = { exports: {} }
  const require = createRequire(join(root, entry))
  script.runInThisContext()(module.exports, require, module, bundle.file, dirname(bundle.file))
  return {
    exports: module.exports,
    saveBytecode() {
      if (bundle.bytecode === undefined || script.cachedDataRejected)
        save(bundle.bytecodeFile, sealed(script.createCachedData()))
    },
  }
}

/**
 * The stored bundle of a program. `<id>.json` lists its modules and `<key>.cjs` is its code, where the key is the hash of everything that the code
 * was made of: code of other content cannot be found.
 */
function cacheOf(entry, root, folder) {
  const id = hash([root, entry])
  const indexFile = join(folder, `${id}.json`)
  const filesOf = (key) => ({ file: join(folder, `${key}.cjs`), bytecodeFile: join(folder, `${key}.bin`) })
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
      const files = filesOf(keyOf(id, root, known.modules, contents))
      const code = read(files.file)
      return code === undefined
        ? undefined
        : { ...files, code: code.toString(), bytecode: unsealed(read(files.bytecodeFile)) }
    },
    write({ code, modules, contents }) {
      const previous = index()
      const key = keyOf(id, root, modules, contents)
      const files = filesOf(key)
      if (save(files.file, code) && save(indexFile, JSON.stringify({ root, key, modules }))) {
        if (previous && previous.key !== key) remove(Object.values(filesOf(previous.key)))
        removeAbandoned(folder)
      }
      return { ...files, code, bytecode: undefined }
    },
  }
}

/** Removes the bundles of projects that no longer exist: several copies may share one folder of packages. */
function removeAbandoned(folder) {
  for (const name of readdirSync(folder)) {
    const text = name.endsWith('.json') ? read(join(folder, name)) : undefined
    if (text === undefined) continue
    const { root, key } = JSON.parse(text)
    if (!existsSync(root)) remove([`${key}.cjs`, `${key}.bin`, name].map((file) => join(folder, file)))
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

const SEAL = 32
const sealOf = (content) => createHash('sha256').update(content).digest()

/** Bytecode after its hash: V8 does not verify what it is given. */
const sealed = (bytecode) => Buffer.concat([sealOf(bytecode), bytecode])

/** Sealed bytecode; undefined if it is damaged. */
function unsealed(content) {
  const bytecode = content?.subarray(SEAL)
  return bytecode && sealOf(bytecode).equals(content.subarray(0, SEAL)) ? bytecode : undefined
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
      // Code with stored bytecode cannot call import().
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
  // A short run ends before most optimized code pays for its compilation. Set before the bytecode is loaded: V8 refuses that of other flags.
  if (!args.includes('--watch')) setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`)
  let program
  try {
    program = await loadBundle(entry)
  } catch {
    return false
  }
  await program.exports.main(args, process.cwd())
  // A run without options uses what others use, and more.
  if (args.length === 0) process.once('exit', program.saveBytecode)
  return true
}
