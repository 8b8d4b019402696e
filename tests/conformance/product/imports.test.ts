import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const SKIPPED = /\/(node_modules|peers|dist)\//

/** Files with the files that they import: types included, and those that are loaded on demand. */
function importGraph(): Map<string, string[]> {
  const files = ['src', 'codegen', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => join(root, folder, path))
      .filter((path) => /\.tsx?$/.test(path) && !SKIPPED.test(path)),
  )
  return new Map(
    files.map((file) => {
      const text = readFileSync(file, 'utf8')
      const { module } = parseSync(file, text)
      const names = [
        ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
        ...module.staticExports.flatMap(({ entries }) =>
          entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
        ),
        ...module.dynamicImports.flatMap(
          ({ moduleRequest: { start, end } }) => /^['"](.+)['"]$/.exec(text.slice(start, end))?.[1] ?? [],
        ),
      ]
      return [file, names.filter((name) => name.startsWith('.')).map((name) => join(dirname(file), name))]
    }),
  )
}

/** One import cycle, as the files along it; null without one. */
function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): string[] | null => {
    const at = path.indexOf(file)
    if (at !== -1) return [...path.slice(at), file]
    if (done.has(file)) return null
    path.push(file)
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next)
      if (cycle) return cycle
    }
    path.pop()
    done.add(file)
    return null
  }
  for (const file of graph.keys()) {
    const cycle = visit(file)
    if (cycle) return cycle
  }
  return null
}

it('finds a cycle', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', []],
    ['d', ['b']],
  ])
  expect(findCycle(graph)).toEqual(['b', 'd', 'b'])
  expect(findCycle(new Map([...graph, ['d', ['c']]]))).toBeNull()
})

it('no file imports itself over others, not even for a type or on demand', () => {
  const graph = importGraph()
  expect(graph.size).toBeGreaterThan(900)
  expect([...graph.values()].flat().filter((file) => graph.has(file)).length).toBeGreaterThan(3_000)
  expect(findCycle(graph)?.map((file) => relative(root, file)) ?? []).toEqual([])
})
