import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Screens are held to the words of their texts by the compiler; the code of widgets, actions and the app is held here.
const ROOT = join(import.meta.dirname, '../../..')
const TEXTS = JSON.parse(readFileSync(join(ROOT, 'locales/en.json'), 'utf8')) as Record<string, string>
const CALL = /\bt(?:ext)?\(\s*'([a-z]\w*(?:\.\w+)+)'\s*(?:,\s*\{([^{}]*)\}\s*)?\)/g

const words = (key: string): string | undefined => TEXTS[key] ?? TEXTS[`${key}_other`]
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').toSorted()
/** The names of an object literal without objects in it; commas within brackets part nothing. */
function names(literal: string): string[] {
  let depth = 0
  let flat = ''
  for (const letter of literal) {
    if ('([)]'.includes(letter)) depth += '(['.includes(letter) ? 1 : -1
    else if (depth === 0) flat += letter
  }
  return flat.split(',').map((one) => one.split(':', 1)[0]?.trim() ?? '').filter(Boolean).toSorted()
}

const calls = ['widgets', 'actions', 'app', 'renderer', 'core', 'state'].flatMap((room) =>
  readdirSync(join(ROOT, 'src', room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(join(ROOT, 'src', room, file), 'utf8').matchAll(CALL)].map(([, key = '', given = '']) => ({ file: `${room}/${file}`, key, given: names(given) }))),
)

test('the code gives each text the arguments that its words name', () => {
  expect(calls.length).toBeGreaterThan(80)
  expect(calls.filter(({ given }) => given.length > 0).length).toBeGreaterThan(5)
  expect(calls.filter(({ key, given }) => words(key) === undefined || String(holes(words(key) ?? '')) !== String(given))).toEqual([])
})
