// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const { name, exports: entries } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string
  exports: Record<string, string>
}
const rows = readFileSync(join(root, 'src/README.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith(`| \`${name}/`))
  .map((line) => line.split('|').map((cell) => cell.trim()))

it('src/README.md names each entry of the package with its file', () => {
  const files = rows.map(([, entry = '', file = '']) => [
    entry.replaceAll('`', '').replace(name, '.'),
    file.replaceAll('`', ''),
  ])
  expect(files.length).toBeGreaterThan(3)
  const sources = Object.entries(entries).map(([entry, file]) => [entry, file.replace(/^\.\/(src\/)?/, '')])
  expect(files).toEqual(sources)
})

it.each(Object.entries(entries))('the entry %s exports what src/README.md says', async (entry, file) => {
  const exported = (await import(/* @vite-ignore */ join(root, file))) as object
  const [, , , contents = ''] = rows.find(([, named]) => named === `\`${entry.replace('.', name)}\``) ?? []
  const names = [...contents.matchAll(/`(\w+)`/g)].flatMap(([, named]) => named ?? [])
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((named) => !(named in exported))).toEqual([])
})
