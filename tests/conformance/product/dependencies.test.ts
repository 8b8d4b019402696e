import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const { allowScripts, dependencies, devDependencies, scripts } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as {
  allowScripts: Record<string, boolean>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  scripts: Record<string, string>
}

/** Programs that run from an installation without development dependencies. */
const PROGRAMS = [
  'codegen/commands/start.mjs',
  'vite.config.ts',
  'src/app/main.tsx',
  'src/studio/main.tsx',
  'src/server/main.ts',
  'src/server/kit/publishing/worker.ts',
  'codegen/publish/cli.ts',
  'codegen/cli/cli.ts',
  'src/server/modules/operators/cli.ts',
  'src/server/kit/backup/cli.ts',
  'src/server/kit/storage/sqlite/integrityWorker.ts',
]

/** Modules that a file imports at run time, dynamically too. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const { module } = parseSync(file, text)
  const isType = (entries: readonly { isType: boolean }[]) =>
    entries.length > 0 && entries.every((entry) => entry.isType)
  return [
    ...module.staticImports.filter(({ entries }) => !isType(entries)).map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType: type }) => (moduleRequest && !type ? [moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.flatMap(
      ({ moduleRequest: { start, end } }) => /^['"](.+)['"]$/.exec(text.slice(start, end))?.[1] ?? [],
    ),
  ]
}

/** Packages that a program and its modules import, each with one file that does. */
function packagesOf(program: string): Map<string, string> {
  const packages = new Map<string, string>()
  const visited = new Set<string>()
  const visit = (file: string): void => {
    if (visited.has(file)) return
    visited.add(file)
    for (const name of importsOf(file)) {
      if (name.startsWith('node:')) continue
      if (!name.startsWith('.')) packages.set(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name, relative(root, file))
      else if (/\.(ts|tsx|mjs)$/.test(name)) visit(join(dirname(file), name))
    }
  }
  visit(join(root, program))
  expect(visited.size, program).toBeGreaterThan(1)
  return packages
}

it.each(PROGRAMS)('%s needs no development dependency', (program) => {
  expect(existsSync(join(root, program))).toBe(true)
  const packages = packagesOf(program)
  expect(packages.size).toBeGreaterThan(0)
  expect([...packages].filter(([name]) => !Object.hasOwn(dependencies, name))).toEqual([])
})

it('a command that asks for no development dependency is one of them', () => {
  const programs = Object.values(scripts).flatMap((script) => /--omit=dev (\S+)/.exec(script)?.[1] ?? [])
  expect(programs).toContain('codegen/publish/cli.ts')
  expect(programs.filter((program) => !PROGRAMS.includes(program))).toEqual([])
})

it('each package has an exact version', () => {
  const EXACT = /^(npm:(@[^/]+\/)?[^@]+@)?\d+\.\d+\.\d+$/
  const versions = Object.entries({ ...dependencies, ...devDependencies })
  expect(versions.length).toBeGreaterThan(0)
  expect(versions.filter(([, version]) => !EXACT.test(version))).toEqual([])
})

it('no package needs its install script: each that has one is denied by name', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>
  }
  const scripted = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript === true ? [path.replace(/.*node_modules\//, '')] : [],
  )
  expect(scripted).not.toEqual([])
  expect(allowScripts).toEqual(Object.fromEntries(scripted.map((name) => [name, false])))
})

it('the programs are TypeScript, run by a dependency', () => expect(dependencies).toHaveProperty('tsx'))
