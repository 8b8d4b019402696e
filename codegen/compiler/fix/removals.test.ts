import * as fc from 'fast-check'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadProject } from '../../cli/load.ts'
import { productCompiler } from '../../product.ts'
import { parseSource } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import { fixProject } from './apply.ts'
import { LONG } from '../../../tests/support/long.ts'
import { SEED } from '../../../tests/support/seed.ts'

const RUNS = Number(process.env.PLACARD_TEST_RUNS ?? 20)
const catalogue = loadProject(join(import.meta.dirname, '../../..'))
const screens = [...catalogue.keys()].filter((file) => file.startsWith('screens/'))
const texts = Object.keys(JSON.parse(catalogue.get('locales/en.json') ?? '{}') as object)

const textOf = (file: string): string => catalogue.get(file) ?? ''
const wordsOf = (content: string): RegExpExecArray[] => [...content.matchAll(/"[\w.-]+"/g)]
const replaced = (content: string, at: number, length: number, by: string): string =>
  content.slice(0, at) + by + content.slice(at + length)

/** One edit of one screen: a word becomes another word of the screen, a text another text, a member is deleted or added. */
const anyEdit = fc.tuple(fc.constantFrom(...screens), fc.nat(), fc.nat(), fc.nat(3)).map(([file, at, by, kind]) => {
  const content = textOf(file)
  const words = wordsOf(content)
  const used = words.filter(([word]) => texts.includes(word.slice(1, -1)))
  const pool = kind === 1 && used.length > 0 ? used : words
  const word = pool[at % pool.length]
  const other = kind === 1 ? `"${texts[by % texts.length] ?? ''}"` : (words[by % words.length]?.[0] ?? '')
  if (!word) return { file, edited: content }
  if (kind === 2) {
    const root = parseSource(file, content).root
    const members = root ? membersOf(root) : []
    const one = members[at % members.length]
    return { file, edited: one ? replaced(content, one.offset, one.length, '"spare": 1') : content }
  }
  if (kind === 3)
    return {
      file,
      edited: content.includes('"state": {')
        ? content.replace('"state": {', '"state": { "spare": 1, ')
        : content.replace('"body"', `"state": { "spare": 1 }, "body"`),
    }
  return { file, edited: replaced(content, word.index, word[0].length, other) }
})

function membersOf(node: JsonNode): JsonNode[] {
  const inside = (node.children ?? []).flatMap(membersOf)
  return node.type === 'property' ? [node, ...inside] : inside
}

/** Every member and every item of a file. */
const sizeOf = (file: string, content: string): number => {
  const { root } = parseSource(file, content)
  const count = (node: JsonNode): number => (node.children ?? []).reduce((sum, child) => sum + count(child), 1)
  return root ? count(root) : 0
}

const edited = (file: string, from: string, to: string) => ({ file, edited: textOf(file).replace(from, to) })
/** An edit with a fix that is applied, and one with a fix that removes a state. */
const MISSPELT = edited('screens/user/about.json', '"Stack"', '"Stck"')
const SPARE = edited('screens/user/about.json', '"body"', '"state": { "spare": 1 }, "body"')

test('the fixes that remove nothing keep every text and every member', LONG, () => {
  const compiler = productCompiler()
  let removals = 0
  let applied = 0
  fc.assert(
    fc.property(anyEdit, ({ file, edited }) => {
      const before = new Map(catalogue).set(file, edited)
      const fixed = fixProject(before, (files) => compiler.check(files).diagnostics)
      removals += fixed.removals.length
      applied += fixed.done.length
      for (const changed of fixed.changed) {
        const [was, is] = [before.get(changed) ?? '', fixed.files.get(changed) ?? '']
        expect(sizeOf(changed, is), changed).toBeGreaterThanOrEqual(sizeOf(changed, was))
        if (changed.startsWith('locales/'))
          expect(Object.keys(JSON.parse(is) as object)).toEqual(Object.keys(JSON.parse(was) as object))
      }
    }),
    { seed: SEED, numRuns: RUNS, examples: [[MISSPELT], [SPARE]] },
  )
  expect(removals).toBeGreaterThan(0)
  expect(applied).toBeGreaterThan(0)
})
