import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const FOLDERS = ['src', 'codegen', 'tests', 'screens', 'schemas']
const SKIPPED = /(^|\/)(generated|node_modules|peers|dist)(\/|$)/
const files = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  ).filter((path) => /\.(ts|tsx|mjs|md)$/.test(path) && !SKIPPED.test(path)),
  'README.md',
  'CONTRIBUTING.md',
].filter(
  (path) => !path.includes('conformance/docs/vocabulary') && path !== 'codegen/compiler/source/names/synonyms.ts',
)

/** Words that comments, names, titles and documents do not use, and what to write instead. */
const replacements = JSON.parse(readFileSync(join(import.meta.dirname, 'vocabulary.json'), 'utf8')) as Record<
  string,
  string
>

const usesOf = (word: string): { file: string; line: number }[] => {
  const pattern = new RegExp(`\\b${word}\\b`, 'gi')
  return files.flatMap((file) => {
    const text = texts.get(file) ?? ''
    return Array.from(text.matchAll(pattern), ({ index }) => ({ file, line: text.slice(0, index).split('\n').length }))
  })
}
/** The modules of keywords name the words of other languages. */
const SYNONYMS = /^ +synonyms: \[.*\],$/gm
const texts = new Map(
  files.map((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return [file, file.startsWith('codegen/compiler/keywords/') ? text.replace(SYNONYMS, '') : text]
  }),
)

test('there are files and words to check', () => {
  expect(files.length).toBeGreaterThan(900)
  expect(Object.keys(replacements).length).toBeGreaterThan(10)
})

test.each(Object.entries(replacements))('"%s" is not used (write: %s)', (word) => {
  const uses = usesOf(word).map(({ file, line }) => `${file}:${line}`)
  expect(uses, `"${word}" is not a word of this project: see src/GLOSSARY.md.`).toEqual([])
})

/** Lines of code and documents that a pattern matches. */
const linesWith = (pattern: RegExp): string[] =>
  files.flatMap((file) =>
    (texts.get(file) ?? '').split('\n').flatMap((text, index) => (pattern.test(text) ? [`${file}:${index + 1}`] : [])),
  )

test('a comment has the thing as its subject: no sentence begins with "What"', () => {
  expect(linesWith(/^\s*(\/\/|\/\*\*?|\*) (.*[.:;] )?What\b/)).toEqual([])
})

test('a description has the thing as its subject: no sentence begins with "What"', () => {
  const schemas = ['schemas', 'src/engine', 'src/product', 'tests/cases'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.json'))
      .map((path) => `${folder}/${path}`),
  )
  const begins = /"(description|about)": "([^"]*[.:;] )?What\b/
  expect(schemas.length).toBeGreaterThan(500)
  expect(schemas.filter((path) => begins.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
})

test('the title of a test begins with its subject, not with "what" or "who"', () => {
  expect(linesWith(/^\s*(it|test|describe)(\.\w+(\([^)]*\))?)*\(\s*['"`](what|who|how|where|which)\b/i)).toEqual([])
})

test('a lambda or a loop names its item: none is over "one"', () => {
  expect(linesWith(/\(one\) =>|\bone =>|\bconst one of\b/)).toEqual([])
})
