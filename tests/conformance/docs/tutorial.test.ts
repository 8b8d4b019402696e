import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Checked } from '../../../codegen/compiler/project.ts'
import { changedProject, checkedProject, compiler, projectFiles } from '../../support/project.ts'

const root = join(import.meta.dirname, '../../..')
const SCREEN = 'screens/quick/move.json'
const wordsOf = ({ diagnostics }: Checked): string[] => diagnostics.map(({ rule, message }) => `${rule}: ${message}`)
const known = new Set(wordsOf(checkedProject()))

/** The JSON blocks of the tutorial, in order. */
const blocks = [...readFileSync(join(root, 'screens/README.md'), 'utf8').matchAll(/^```json\n(.*?)^```$/gms)].map(
  ([, block = '']) => block.trimEnd(),
)
const [screen = '', texts = '', queries = '', list = '', query = '', form = '', handler = '', shortcut = ''] = blocks

/** Replaces the only occurrence of a text. */
function replaced(text: string, place: string, block: string): string {
  expect(text.split(place), place).toHaveLength(2)
  return text.replace(place, () => block)
}
const behind = (text: string, place: string, block: string): string => replaced(text, place, place + block)

const TEXT = '{ "widget": "Text", "props": { "text": "quick.hint", "tone": "muted" } }'
const QUERY = `"emptyWhen": "=size(moves.rows) == 0" }`
const MESSAGE = '        "on": { "submit": [{ "action": "toast", "text": "quick.hint" }] }'
/** The screen at the end of each section. */
const withList = behind(behind(screen, '"access": ["login"],', `\n${queries}`), TEXT, `,\n${list}`)
const withForm = behind(behind(withList, QUERY, `,\n${query}`), `${TEXT},`, `\n${form}`)
const withHandler = replaced(withForm, MESSAGE, handler)

const withTexts = (file: string): string => (projectFiles.get(file) ?? '').replace('{', () => `{\n${texts}`)
const LOCALES = [...projectFiles.keys()].filter((file) => file.startsWith('locales/') && file.split('/').length === 2)

/** The findings that the catalogue does not have without the screen, as "rule: message". */
const findings = (text: string, files: Readonly<Record<string, string>> = {}): string[] =>
  wordsOf(compiler.check(changedProject([[SCREEN, text], ...Object.entries(files)]))).filter((word) => !known.has(word))
const english = { 'locales/en.json': withTexts('locales/en.json') }
const ofRules = (all: readonly string[]): string[] =>
  [...new Set(all.map((item) => item.split(':', 1)[0] ?? ''))].toSorted()

test('the tutorial has its blocks', () => {
  expect(blocks).toHaveLength(8)
})

test('section 2: the screen has three errors without its texts, the first as it is quoted', () => {
  const all = findings(screen).filter((finding) => !finding.startsWith('unreachable-screen'))
  expect(all).toHaveLength(3)
  expect(all[0]).toBe('unknown-text: There is no text "quick.title" in locales/en.json.')
})

test.each([
  ['2', screen],
  ['3', withList],
  ['4', withForm],
  ['5', withHandler],
])('section %s compiles as it is written, but for what section 6 adds', (_section, text) => {
  expect(ofRules(findings(text, english)).filter((rule) => rule !== 'missing-translation')).toEqual([
    'unreachable-screen',
  ])
})

test('section 3: the mistakes get the messages that are quoted', () => {
  const wrong = (from: string, to: string) => findings(withList.replace(from, to), english).join('\n')
  expect(wrong('move.amount, move', 'move.amuont, move')).toContain('There is no field "amuont" in move')
  expect(wrong('"=money(move.amount, move.currency)"', '"=move.amount"')).toContain('type-mismatch')
  expect(wrong('money(move.amount, move.currency)', "money(move.amount, 'USDT')")).toContain('currency-mismatch')
})

test('section 5: the payment is refused without its confirmation, and with another amount', () => {
  const wrong = (from: string, to: string) => ofRules(findings(withHandler.replace(from, to), english))
  expect(wrong('"amount": "=form.amount" }', `"amount": "=form.amount * decimal('2')" }`)).toContain('money-amount')
  expect(wrong('"wallet/list", ', '')).toContain('stale-data')
})

test('section 6: with its shortcut and its translations the screen has no finding', () => {
  const assets = projectFiles.get('screens/assets/index.json') ?? ''
  const at = assets.indexOf('/pages/assets/transfer"')
  const end = assets.indexOf('}', assets.indexOf('\n', at)) + 1
  expect(at).toBeGreaterThan(0)
  const files = {
    ...Object.fromEntries(LOCALES.map((file) => [file, withTexts(file)])),
    'screens/assets/index.json': `${assets.slice(0, end)},\n${shortcut}${assets.slice(end)}`,
  }
  expect(
    ofRules(findings(withHandler, files)).filter((rule) => rule !== 'untranslated-text' && rule !== 'wrong-script'),
  ).toEqual([])
})
