import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ruleSet } from '../../../codegen/compiler/rules/index.ts'
import type { Diagnostic } from '../../../codegen/compiler/source/findings/diagnostics.ts'
import { productSignatures as signatures } from '../../../codegen/product.ts'

const rules = [...ruleSet.metas.values()]

const FOLDER = join(import.meta.dirname, '../../cases/check')
const MAX_LENGTH = 160

/** The words that the glossary replaces, and two more. */
const words = Object.keys(
  JSON.parse(readFileSync(join(import.meta.dirname, 'vocabulary.json'), 'utf8')) as Record<string, number>,
)
const DENIED = new RegExp(`\\b(${[...words, 'gates?', 'stands?'].join('|')})\\b`, 'i')
const RELATIVE_SUBJECT = /^(what(ever)?|who(m|se|ever)?|whichever|where(ver)?|that which|(those|he|she|one) who)\b/i

/** Methods of CEL and forms of the language that no signature lists. */
const FORMS = new Set(['filter', 'map', 'exists', 'all', 'sortBy', 'has', 'orValue', 'text', 'decimal', 'quote'])

const diagnostics = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.json') && !/^(project|shared)/.test(path))
  .flatMap((path) => (JSON.parse(readFileSync(join(FOLDER, path), 'utf8')) as { expected: Diagnostic[] }).expected)

/** A rule with its text, once. */
const textsOf = (field: 'message' | 'suggestion'): (readonly [string, string])[] => {
  const texts = diagnostics.flatMap((diagnostic) =>
    diagnostic[field] === undefined
      ? []
      : [[`${diagnostic.rule}: ${diagnostic[field]}`, [diagnostic.rule, diagnostic[field]] as const] as const],
  )
  return [...new Map(texts).values()]
}
/** The words of the compiler, without names of the project, which are in quotes. */
const ownWords = (text: string): string => text.replaceAll(/"[^"]*"|'[^']*'/g, '""')
const failing = (texts: readonly (readonly [string, string])[], isWrong: (text: string) => boolean): string[] =>
  texts.filter(([, text]) => isWrong(text)).map((text) => text.join(': '))

test('the cases have a message of every rule', () => {
  expect(textsOf('message').length).toBeGreaterThanOrEqual(rules.length)
  expect(new Set(diagnostics.map(({ rule }) => rule))).toEqual(new Set(rules.map(({ name }) => name)))
})

test('the denied words are many', () => {
  expect(words.length).toBeGreaterThan(10)
})

test('many messages have a suggestion', () => {
  expect(textsOf('suggestion').length).toBeGreaterThan(rules.length)
})

describe.each(['message', 'suggestion'] as const)('each %s', (field) => {
  const texts = textsOf(field)

  test(`has at most ${MAX_LENGTH} characters`, () => {
    expect(failing(texts, (text) => text.length > MAX_LENGTH)).toEqual([])
  })

  test('has words, and no space at its ends', () => {
    expect(failing(texts, (text) => text !== text.trim() || !/\w{2}/.test(text))).toEqual([])
  })

  test('ends as a sentence', () => {
    expect(failing(texts, (text) => !/[.?]$/.test(text))).toEqual([])
  })

  test('has no relative clause as its subject', () => {
    expect(failing(texts, (text) => RELATIVE_SUBJECT.test(text))).toEqual([])
  })

  test('has no denied word', () => {
    expect(failing(texts, (text) => DENIED.test(ownWords(text)))).toEqual([])
  })
})

test('each function that a suggestion names exists', () => {
  const named = (text: string): string[] => Array.from(text.matchAll(/\b([a-z]\w*)\(/gi), ([, name = '']) => name)
  expect(textsOf('suggestion').flatMap(([, text]) => named(text)).length).toBeGreaterThan(30)
  expect(
    failing(textsOf('suggestion'), (text) =>
      named(text).some((name) => !Object.hasOwn(signatures, name) && !FORMS.has(name)),
    ),
  ).toEqual([])
})

test('the description of each rule is one plain sentence', () => {
  const texts = rules.map(({ name, doc }) => [name, doc] as const)
  expect(
    failing(texts, (text) => !text.endsWith('.') || RELATIVE_SUBJECT.test(text) || DENIED.test(ownWords(text))),
  ).toEqual([])
})
