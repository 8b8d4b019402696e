import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { CALL_MEMBERS } from '../../../codegen/generate/lib/contract.ts'

const root = join(import.meta.dirname, '../../..')
const FOLDERS = ['codegen', 'fixtures', 'locales', 'schemas', 'screens', 'src', 'tests']
const SKIPPED = /(^|\/)(node_modules|dist)\//
/** Words of a page that is read from its beginning. */
const LONGEST = 3_000
/** Pages that are searched: lists of all rules, keywords, names and changes. */
const REFERENCES: ReadonlySet<string> = new Set([
  'schemas/CHANGELOG.md',
  'screens/CHECKS.md',
  'screens/REFERENCE.md',
  'screens/VOCABULARY.md',
])

const pages = [
  ...readdirSync(root),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  ),
].filter((path) => path.endsWith('.md') && !SKIPPED.test(path))

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')

/** The anchors of the headings of a page, as code hosts make them. */
const anchorsOf = (page: string): string[] =>
  Array.from(textOf(page).matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )

interface Link {
  page: string
  target: string
}
const links: Link[] = pages.flatMap((page) =>
  Array.from(
    textOf(page)
      .replaceAll(/```[^]*?```/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
    ([, target = '']) => ({
      page,
      target,
    }),
  ).filter(({ target }) => !/^[a-z]+:/.test(target)),
)

function isBroken({ page, target }: Link): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : relative(root, join(root, dirname(page), path))
  if (!existsSync(join(root, file))) return true
  if (anchor === undefined) return false
  return statSync(join(root, file)).isDirectory() || !anchorsOf(file).includes(anchor)
}

test('there are pages with links', () => {
  expect(pages.length).toBeGreaterThan(20)
  expect(links.length).toBeGreaterThan(100)
})

test('a link names a file and a heading that exist', () => {
  expect(links.filter(isBroken).map(({ page, target }) => `${page}: ${target}`)).toEqual([])
})

test(`a page has at most ${LONGEST} words, but for references`, () => {
  const long = pages.filter((page) => textOf(page).split(/\s+/).length > LONGEST)
  expect(new Set(long)).toEqual(REFERENCES)
})

test('schemas/README.md lists the members of the file of a call', () => {
  const section = textOf('schemas/README.md').split('## The file of a call')[1]?.split('\n## ')[0] ?? ''
  const members = Array.from(section.matchAll(/^\| `(\w+)` \|/gm), ([, name]) => name)
  expect(new Set(members)).toEqual(new Set([...CALL_MEMBERS].filter((name) => name !== '$schema')))
  expect(members.length).toBeGreaterThan(10)
})
