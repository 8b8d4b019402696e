import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import staff from '../messages/changesForStaff.json' with { type: 'json' }
import texts from '../messages/changes.json' with { type: 'json' }
import { messageText } from './changeText.ts'

const compiler = join(import.meta.dirname, '..')
const sources = [join(compiler, 'compare'), join(compiler, 'keywords')]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** Codes without their plural form. */
const codesOf = (catalogue: object): string[] => [
  ...new Set(Object.keys(catalogue).map((code) => code.replace(/_(one|other)$/, ''))),
]

it('each text is that of a code which a comparison reports', () => {
  const codes = codesOf(texts)
  expect(codes.length).toBeGreaterThan(100)
  const unused = codes.filter((code) => {
    const [group = '', name = ''] = code.split('/')
    const isTemplate = ['${', `${group}/\${`].every((part) => sources.includes(part)) && sources.includes(name)
    return (
      !sources.includes(`'${code}'`) && !isTemplate && !['visible', 'enabled', 'emptyWhen', 'before'].includes(group)
    )
  })
  expect(unused).toEqual([])
})

it('a code without a text is an error', () =>
  expect(() => messageText({ code: 'node/unheard' })).toThrow('node/unheard'))

it('each code in a comparison has a text', () => {
  const codes = [...sources.matchAll(/code: '([\w/]+)'/g)].map(([, code = '']) => code)
  expect(codes.length).toBeGreaterThan(60)
  expect(codes.filter((code) => !codesOf(texts).includes(code))).toEqual([])
})

it('the texts for staff are of the same codes, of an addition with its facts, and of expressions without words', () =>
  expect(codesOf(staff).filter((code) => !codesOf(texts).includes(code))).toEqual([
    'node/addedWith',
    'condition/on',
    'condition/other',
    'value/of',
    'value/other',
  ]))
