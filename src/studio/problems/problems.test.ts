import { describe, expect, it } from 'vitest'
import { hasText, textOf } from '../../../codegen/compiler/source/findings/messages.ts'
import { projectFiles } from '../../../tests/support/project.ts'
import type { Diagnostic } from '../compiler/protocol.ts'
import { sourcesOf } from '../make/display.ts'
import { quickFixOf } from '../make/quickFixes.ts'
import { listedProblems, problemCounts, problemsAt, problemsFor } from './listed.ts'
import { fixLabel, plainProblem, STAFF_CODES } from './plain.ts'

const published = Object.fromEntries(projectFiles)
/** A finding of a rule that has no words for staff, or with the code and the parameters of one that has. */
const problem = (message: string, { code = 'x/y', params = {}, ...more }: Partial<Diagnostic> = {}): Diagnostic => ({
  rule: code.split('/')[0] ?? '',
  code,
  params,
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
const finding = (code: string, params: Diagnostic['params'] = {}, more: Partial<Diagnostic> = {}): Diagnostic =>
  problem(textOf({ code, params }), { code, params, ...more })
const missing = (language: string, path: string) =>
  finding('missing-translation/notTranslated', { key: path }, { file: `locales/${language}.json`, path })

it.each<[Diagnostic, string]>([
  [
    finding('missing-property/needsProp', { widget: 'ListCell', name: 'title' }),
    '“First line” of this list cell is not filled in yet.',
  ],
  [
    finding('missing-property/needsArgument', { action: 'navigate', name: 'to' }),
    'The step “Go to another screen” lacks “Screen”.',
  ],
  [finding('unknown-route/noRoute', { route: '' }), 'This leads nowhere yet.'],
  [
    finding('empty-content/noItems', { prop: 'texts', widget: 'NoticeBar' }),
    '“Notices” of this notice bar is empty, so nothing is shown.',
  ],
  [finding('nullable-value/mayBeNullHere', { source: 'session.user.nickname' }), '“Nickname” may be empty here.'],
  [
    finding(
      'nullable-value/mayBeNullHere',
      { source: 'session.user.nickname' },
      { others: { code: 'others/places', params: { places: 2 } } },
    ),
    '“Nickname” may be empty here, and at 2 more places.',
  ],
  [
    finding(
      'unknown-route/noRoute',
      { route: '/a' },
      { others: { code: 'others/subjects', params: { subjects: '"/b"' } } },
    ),
    'No screen has the address “/a”; the same holds for “/b”.',
  ],
  [
    finding('unused-state/unusedState', { name: 'chosenDay' }),
    '“chosen day” is remembered, and nothing on the screen uses it.',
  ],
  [
    finding(
      'unknown-name/noMemberOfKind',
      { kind: 'query', name: 'log', source: '' },
      { others: { code: 'others/places', params: { places: 3 } } },
    ),
    'The data “log” is not among the data of this screen, and is used here, and at 3 more places.',
  ],
  [finding('wrong-shape/conditionNotExpression'), 'What is written here is no condition.'],
  [
    finding('type-mismatch/differentOperands', { op: '>', left: 'money', right: 'a whole number' }),
    'Money cannot be compared with a whole number.',
  ],
  [finding('unknown-text/noWords'), 'Nothing is written here yet.'],
])('staff read no word of the code: %#', (diagnostic, plain) =>
  expect(plainProblem(diagnostic, { published }).message).toBe(plain),
)

it('a rule without a message asks for it', () =>
  expect(plainProblem(finding('unknown-text/noWords', {}, { path: 'rules/1/message' }), { published }).hint).toBe(
    'Write what the user reads.',
  ))

it('every code with words for staff is one of the catalogue', () => {
  expect(STAFF_CODES.length).toBeGreaterThan(30)
  expect(STAFF_CODES.filter((code) => !hasText(code))).toEqual([])
})

it('a call is named by what it does', () => {
  const { message } = plainProblem(finding('money-confirm/notConfirmed', { call: 'wallet/transfer' }), { published })
  expect(message).toMatch(/^“[A-Z][^{".]+” moves money, and the user is not asked before it\.$/)
})

it('a suggestion that is code is left to the code', () => {
  const hintOf = (code: string): string | undefined =>
    plainProblem(problem('Something.', { suggestion: textOf({ code }), advice: [{ code }] }), { published }).hint
  expect(hintOf('code/beginExpression')).toBe(undefined)
  expect(hintOf('advice/maxLength')).toBe('Write a shorter text.')
})

it('of a file that is no JSON it says what to do', () => {
  const { message, hint } = plainProblem(finding('json-syntax/EndOfFileExpected'), {
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

it('a text that was renamed since the last check needs no translation', () => {
  const added = finding('missing-translation/notInSource', { key: 'a.old' }, { file: 'locales/de.json', path: 'a.old' })
  const all = [missing('de', 'a.yourWords'), missing('ar', 'a.yourWords'), added]
  expect(problemCounts(all, files)).toEqual({ count: 1, words: '1 error' })
  expect(listedProblems(all, { files, published }).map(({ diagnostic }) => diagnostic)).toEqual([added])
})

it('words that a language has in common with English are listed at one press', () => {
  const copied = finding(
    'untranslated-text/copied',
    { words: ['Telegram'] },
    { file: 'locales/ko.json', path: 'a.one', severity: 'warning' },
  )
  expect(plainProblem(copied, { published }).message).toBe('In this language it has the English words "Telegram".')
  expect(quickFixOf(copied, '{}', sourcesOf(files, published))).toEqual({
    title: 'Telegram: the same in Korean',
    file: 'locales/same/ko.json',
    text: '["Telegram"]\n',
  })
  const known = { 'locales/same/ko.json': '["USDT", "Bitcoin"]' }
  expect(quickFixOf(copied, '{}', sourcesOf({ ...files, ...known }, published))?.text).toBe(
    '["Bitcoin", "Telegram", "USDT"]\n',
  )
})

describe('a problem of a property names it in the words of the form', () => {
  const text = '{"body":[{"widget":"Text","props":{"level":99}}]}'
  const at = (path: string, code: string, params: Diagnostic['params'] = {}) =>
    plainProblem(
      finding(code, params, {
        path,
        suggestion: 'Write a number from 1 to 6.',
        advice: [{ code: 'advice/between', params: { least: 1, most: 6 } }],
      }),
      { published, files: { 'screens/a.json': text } },
    )

  it('for a limit, with the advice of the compiler', () =>
    expect(at('body/0/props/level', 'invalid-literal/maximum', { limit: '6' })).toEqual({
      message: '“Heading level” is above the greatest value, 6.',
      hint: 'Write a number from 1 to 6.',
    }))
  it('for a value of a list', () =>
    expect(
      at('body/0/props/tone', 'enum-value/literalNotAllowed', { value: '"mut"', values: 'default, muted' }),
    ).toEqual({
      message: '“Colour” cannot be “mut”.',
      hint: 'Choose one of these: default, muted.',
    }))
  it('for what is no expression', () =>
    expect(at('body/0/props/tone', 'expression-syntax/empty').message).toBe(
      '“Colour” cannot be calculated from what is written here.',
    ))
  it('and a condition is called one', () =>
    expect(at('body/0/visible', 'expression-syntax/empty').message).toBe('What is written here is no condition.'))
})

it('the button of a fix says no code', () => {
  const fix = { code: 'fix/asAmount', params: { digits: '5' }, title: "Write decimal('5').", edits: [] }
  expect(fixLabel(fix)).toBe('Write 5 as an amount')
})

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

it('problems beside a file: its own alone, and those of others where it has none', () => {
  const [a, b] = ['schemas/forms/a.json', 'screens/b.json'].map((file) => ({ file }) as Diagnostic)
  if (!a || !b) throw new Error('two problems')
  expect(problemsFor([b, a], a.file, undefined)).toEqual([a, b])
  expect(problemsFor([b, a], a.file, a.file)).toEqual([a])
  expect(problemsFor([b], a.file, a.file)).toEqual([b])
})
