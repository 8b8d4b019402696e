import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** The modules of the project that a module loads: imports and exports of values. */
function loadedBy(file: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(
    file,
    readFileSync(join(root, file), 'utf8'),
  ).module
  const text = readFileSync(join(root, file), 'utf8')
  const found = [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, moduleRequest }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
    ),
    ...dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ]
  return found.flatMap((path) => (/^\..*\.tsx?$/.test(path) ? [relative(root, join(root, dirname(file), path))] : []))
}

function reachedFrom(start: string): Set<string> {
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    loadedBy(file).forEach(visit)
  }
  visit(start)
  return found
}

const COMPILER = 'codegen/compiler/project.ts'

it('the page loads no compiler: only its worker does', () => {
  expect(reachedFrom('src/studio/compiler/compiler.worker.ts')).toContain(COMPILER)
  const page = reachedFrom('src/studio/main.tsx')
  expect(page).toContain('codegen/compiler/service/index.ts')
  expect(page).not.toContain(COMPILER)
})
