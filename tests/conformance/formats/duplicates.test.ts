import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')

function under(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Duplicate keys of one object, with their path. JSON.parse silently uses the last one. */
function twice(text: string): string[] {
  const duplicates: string[] = []
  const open: { keys: Set<string> | null; key: string }[] = []
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs
  let last = ''
  for (const [token] of text.matchAll(tokens)) {
    const inner = open.at(-1)
    if (token === '{') open.push({ keys: new Set(), key: '' })
    else if (token === '[') open.push({ keys: null, key: '' })
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':' && inner?.keys) {
      const key = JSON.parse(last) as string
      inner.key = key
      if (inner.keys.has(key))
        duplicates.push(
          open
            .map((item) => item.key)
            .filter((item) => item !== '')
            .join(' › '),
        )
      inner.keys.add(key)
    }
    last = token
  }
  return duplicates
}

it('finds duplicate keys of one object at any depth, and no other', () => {
  expect(twice('{"a": 1, "b": {"a": [{"c": 1}, {"c": 2}]}, "d": "a: {\\"a\\": 1, \\"a\\": 2}"}')).toEqual([])
  expect(twice('{"a": 1, "b": {"c": {"x": 1, "y": [], "x": 2}}, "a": 3}')).toEqual(['b › c › x', 'a'])
  expect(twice('{"a": 1, "\\u0061": 2}')).toEqual(['a'])
})

it.each([
  ['src/server/modules/content', 10],
  ['locales', 10],
  ['schemas', 150],
  ['screens', 50],
])('no duplicate keys in an object of %s', (folder, least) => {
  const files = under(folder)
  expect(files.length).toBeGreaterThanOrEqual(least)
  expect(
    files.flatMap((file) =>
      twice(readFileSync(file, 'utf8')).map((place) => `${file.slice(root.length + 1)}: ${place}`),
    ),
  ).toEqual([])
})

it('words equal to English are listed once each, in order, in one array', () => {
  const files = under('locales/same')
  expect(files.length).toBeGreaterThan(3)
  const order = (a: string, b: string) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)
  for (const file of files) {
    const words = JSON.parse(readFileSync(file, 'utf8')) as string[]
    expect([...new Set(words)].toSorted(order), file).toEqual(words)
  }
})
