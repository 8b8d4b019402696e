import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFiles } from '../../../tests/support/project.ts'
import type { Diagnostic } from '../compiler/protocol.ts'
import { listedProblems, problemCounts, problemsAt } from './listed.ts'
import { fixWords, KNOWN_SENTENCES, plainProblem } from './plain.ts'

const published = Object.fromEntries(projectFiles)
const problem = (message: string, more: Partial<Diagnostic> = {}): Diagnostic => ({
  rule: 'x',
  severity: 'error',
  file: 'screens/a.json',
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 2,
  path: '',
  message,
  ...more,
})
const missing = (language: string, path: string) =>
  problem('not translated', { rule: 'missing-translation', file: `locales/${language}.json`, path })

it.each<[string, string]>([
  ['ListCell needs the prop "title".', '“First line” of this list cell is not filled in yet.'],
  ['"navigate" needs "to".', 'The step “Go to another screen” lacks “Screen”.'],
  ['No screen has the route "".', 'This leads nowhere yet.'],
  [
    '"texts" of this NoticeBar is empty, so nothing is shown.',
    '“Notices” of this notice bar is empty, so nothing is shown.',
  ],
  ['session.user.nickname may be empty (null) here.', '“Nickname” may be empty here.'],
  [
    'session.user.nickname may be empty (null) here, and at 2 more places.',
    '“Nickname” may be empty here, and at 2 more places.',
  ],
  [
    'No screen has the route "/a"; the same holds for "/b".',
    'No screen has the address “/a”; the same holds for “/b”.',
  ],
  ['Nothing reads the state "chosenDay".', '“chosen day” is remembered, and nothing on the screen uses it.'],
  [
    'There is no query "log", and at 3 more places.',
    'The data “log” is not among the data of this screen, and is used here, and at 3 more places.',
  ],
  ['A condition is an expression: "=…".', 'What is written here is no condition.'],
  ['">" does not work on money and a whole number.', 'Money cannot be compared with a whole number.'],
  ['There are no words here yet.', 'Nothing is written here yet.'],
])('staff read no word of the code: %s', (message, plain) =>
  expect(plainProblem(problem(message), { published }).message).toBe(plain),
)

it('a rule without a message asks for it', () =>
  expect(plainProblem(problem('There are no words here yet.', { path: 'rules/1/message' }), { published }).hint).toBe(
    'Write what the user reads.',
  ))

it('every sentence that has words of its own here is one of the compiler’s cases', () => {
  const folder = join(import.meta.dirname, '../../../tests/cases/check')
  const messages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json') && !path.startsWith('project'))
    .flatMap((path) => {
      const { expected } = JSON.parse(readFileSync(join(folder, path), 'utf8')) as { expected?: Diagnostic[] }
      return (expected ?? []).map(({ message }) => message)
    })
  expect(messages.length).toBeGreaterThan(1_000)
  expect(KNOWN_SENTENCES.filter((sentence) => !messages.some((message) => sentence.test(message)))).toEqual([])
})

it('a call is named by what it does', () => {
  const { message } = plainProblem(
    problem('"wallet/transfer" moves money, and there is no confirm step before it.', {
      suggestion: 'Put {"action": "confirm", …} before it, with the amount in its rows.',
    }),
    { published },
  )
  expect(message).toMatch(/^“[A-Z][^{".]+” moves money, and the user is not asked before it\.$/)
})

it('a suggestion that is code is left to the code', () => {
  expect(plainProblem(problem('Something.', { suggestion: 'Add {"action": "refresh"}.' }), { published }).hint).toBe(
    undefined,
  )
  expect(plainProblem(problem('Something.', { suggestion: 'Write a shorter text.' }), { published }).hint).toBe(
    'Write a shorter text.',
  )
})

it('of a file that is no JSON it says what to do', () => {
  const { message, hint } = plainProblem(problem('The document has ended before this.', { rule: 'json-syntax' }), {
    published,
  })
  expect(message).toBe('The code of Screen a is broken: a brace, a quote or a comma is missing or too many.')
  expect(hint).toContain('last sound version')
})

const files = { 'locales/en.json': '{"a.one":"One","a.rows_other":"Rows"}' }

it('a text that several languages lack is one to translate, after the other problems', () => {
  const all = [
    missing('de', 'a.one'),
    missing('ar', 'a.one'),
    missing('de', 'a.rows'),
    problem('Bad.'),
    problem('Odd.', { severity: 'warning' }),
  ]
  expect(problemCounts(all, files)).toEqual({ count: 4, words: '1 error, 1 warning, 2 texts to translate' })
  expect(listedProblems(all, { files, published }).map(({ message }) => message)).toEqual([
    'Bad.',
    'Odd.',
    '“One” is not translated into Arabic, German.',
    '“Rows” is not translated into German.',
  ])
})

describe('a problem of a property names it in the words of the form', () => {
  const text = '{"body":[{"widget":"Text","props":{"level":99}}]}'
  const at = (path: string, message: string) =>
    plainProblem(problem(message, { path, suggestion: 'Write a number from 1 to 6.' }), {
      published,
      files: { 'screens/a.json': text },
    })

  it('for a limit, with the advice of the compiler', () =>
    expect(at('body/0/props/level', 'This is above the greatest value, 6.')).toEqual({
      message: '“Heading level” is above the greatest value, 6.',
      hint: 'Write a number from 1 to 6.',
    }))
  it('for a value of a list', () =>
    expect(at('body/0/props/tone', '"mut" is not one of the allowed values: default, muted.')).toEqual({
      message: '“Colour” cannot be “mut”.',
      hint: 'Choose one of these: default, muted.',
    }))
  it('for what is no expression', () =>
    expect(at('body/0/props/tone', 'The expression is empty.').message).toBe(
      '“Colour” cannot be calculated from what is written here.',
    ))
  it('and a condition is called one', () =>
    expect(at('body/0/visible', 'The expression is empty.').message).toBe('What is written here is no condition.'))
})

it('the button of a fix says no code', () => expect(fixWords("Write decimal('5').")).toBe('Write 5 as an amount'))

it.each([
  ['a value, with all within it', 'props/rows', false, ['props/rows', 'props/rows/0', 'props/rows/0/label']],
  ['a group, whose members say their own', 'props/rows', true, ['props/rows', 'props/rows/0']],
])('the problems at the control of %s', (_name, place, isGroup, paths) => {
  const all = ['props', 'props/rows', 'props/rows/0', 'props/rows/0/label', 'props/rowsBelow'].map((path) =>
    problem('Bad.', { path }),
  )
  const other = problem('Bad.', { path: place, file: 'screens/b.json' })
  expect(problemsAt([...all, other], { file: 'screens/a.json', place, isGroup }).map(({ path }) => path)).toEqual(paths)
})
